package dev.tlsbench.measure.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a variant.
 *
 * @param opened their number; 0 if they were not measured
 * @param negotiated outcomes of the handshakes; empty for plain text
 * @param medians of the durations of opening them
 */
public record Connections(long opened, List<Negotiated> negotiated, Medians medians) {

  /** Returns the number of connections that resumed a session. */
  public long resumed() {
    return negotiated.stream().filter(Negotiated::resumed).mapToLong(Negotiated::count).sum();
  }

  /**
   * Medians of durations, in microseconds; {@code null} if not observed.
   *
   * @param readyMicros from the start until the connection can be used, including the log-in; of
   *     all connections, with full and resumed handshakes
   */
  public record Medians(
      @Nullable Double tcpConnectMicros,
      @Nullable Double fullHandshakeMicros,
      @Nullable Double resumedHandshakeMicros,
      @Nullable Double readyMicros) {}
}
