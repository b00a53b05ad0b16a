package dev.tlsbench.experiment.result;

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

  /**
   * Medians of durations, in microseconds; {@code null} if not observed. The parts follow each
   * other in time; being medians, they need not add up to the whole.
   *
   * @param helloMicros the greeting of the database's own protocol
   * @param authenticationMicros the log-in
   * @param readyMicros from the start until the connection can be used, log-in included; in plain
   *     text or with a full handshake
   * @param resumedReadyMicros the same with a handshake that resumes a session
   */
  public record Medians(
      @Nullable Double tcpConnectMicros,
      @Nullable Double fullHandshakeMicros,
      @Nullable Double resumedHandshakeMicros,
      @Nullable Double helloMicros,
      @Nullable Double authenticationMicros,
      @Nullable Double firstQueryMicros,
      @Nullable Double readyMicros,
      @Nullable Double resumedReadyMicros) {}
}
