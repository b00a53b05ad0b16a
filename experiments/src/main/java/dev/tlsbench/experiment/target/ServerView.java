package dev.tlsbench.experiment.target;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.secret.Secrets;
import dev.tlsbench.experiment.result.ServerFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a server says of itself, over a connection of its own. */
interface ServerView extends AutoCloseable {
  /** Such as {@code MySQL}. */
  String product() throws ConnectFailedException;

  /** As the server tells it. */
  String version() throws ConnectFailedException;

  /**
   * Settings that matter to a measurement, by the server's own names; what it lacks is left out.
   */
  Map<String, String> settings() throws ConnectFailedException;

  /** Counters of connections and TLS, by the server's own names. */
  Map<String, String> status() throws ConnectFailedException;

  /** Where the server's process keeps its data, as that process names it; empty if not told. */
  default Optional<String> dataDirectory() throws ConnectFailedException {
    return Optional.empty();
  }

  /** Everything but the status at the end. */
  default ServerFacts facts(boolean embedded, boolean local) throws ConnectFailedException {
    return new ServerFacts(
        product(),
        Secrets.NONE.hide(version()),
        embedded,
        local,
        lines(settings()),
        lines(status()),
        null);
  }

  /** Values as they may be shown on a terminal. */
  static Map<String, String> lines(Map<String, String> told) {
    Map<String, String> lines = new LinkedHashMap<>();
    told.forEach((name, value) -> lines.put(name, Secrets.NONE.hide(value)));
    return lines;
  }

  @Override
  void close();
}
