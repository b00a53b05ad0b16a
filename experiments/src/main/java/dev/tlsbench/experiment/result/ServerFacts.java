package dev.tlsbench.experiment.result;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Facts reported by a server, without credentials.
 *
 * @param product such as {@code MySQL}
 * @param embedded true if it was started for this run
 * @param local true if it runs on this machine
 * @param settings relevant settings, by the server's own names
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
   * Returns a copy with the counters at the end.
   *
   * @param status after the last window; {@code null} if the server was lost
   */
  public ServerFacts withStatusAfter(@Nullable Map<String, String> status) {
    return new ServerFacts(product, version, embedded, local, settings, statusBefore, status);
  }

  /** Returns product and version, such as {@code MySQL 9.7.0}. */
  public String name() {
    return product + " " + version;
  }
}
