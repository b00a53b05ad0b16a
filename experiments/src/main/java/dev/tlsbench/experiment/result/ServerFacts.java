package dev.tlsbench.experiment.result;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server says of itself; without credentials.
 *
 * @param product such as {@code MySQL}
 * @param version as the server tells it
 * @param embedded whether it was started for this run
 * @param local whether it runs on this machine
 * @param settings those that matter, by their names in the server's own language
 * @param statusBefore counters of TLS and connections before the first window
 * @param statusAfter the same after the last one; {@code null} if the server was lost
 */
public record ServerFacts(
    String product,
    String version,
    boolean embedded,
    boolean local,
    Map<String, String> settings,
    Map<String, String> statusBefore,
    @Nullable Map<String, String> statusAfter) {

  /**
   * The same with the counters at the end.
   *
   * @param status after the last window; {@code null} if the server was lost
   * @return a copy
   */
  public ServerFacts withStatusAfter(@Nullable Map<String, String> status) {
    return new ServerFacts(product, version, embedded, local, settings, statusBefore, status);
  }

  /** Product and version, such as {@code MySQL 9.7.0}. */
  public String name() {
    return product + " " + version;
  }
}
