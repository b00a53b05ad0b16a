package dev.tlsbench.measure.driver;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.url.Secrets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Queries facts from a server, over a connection of its own. */
public interface ServerView extends AutoCloseable {
  String product() throws ConnectFailedException;

  String version() throws ConnectFailedException;

  /**
   * Returns true if the costs of the server's TLS are those of the embedded test server of this
   * database, also where another program started it.
   */
  default boolean hasTestTls() throws ConnectFailedException {
    return false;
  }

  /** Returns how the costs of a server that is none of these differ from a real server's. */
  default Optional<String> tlsRemark() throws ConnectFailedException {
    return Optional.empty();
  }

  /** Returns settings that affect a measurement, by the server's own names, if it has them. */
  default Map<String, String> settings() throws ConnectFailedException {
    return Map.of();
  }

  /** Returns counters of connections and TLS, by the server's own names. */
  default Map<String, String> status() throws ConnectFailedException {
    return Map.of();
  }

  /** Makes values safe for a terminal. */
  static Map<String, String> lines(Map<String, String> told) {
    Map<String, String> lines = new LinkedHashMap<>();
    told.forEach((name, value) -> lines.put(name, Secrets.NONE.hide(value)));
    return lines;
  }

  @Override
  void close();
}
