package dev.tlsbench.measure.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a variant.
 *
 * @param opened their number; 0 if they were not measured
 * @param negotiated outcomes of the handshakes; empty for plain text
 * @param logins the number of log-ins by their way, such as {@code TLS by request, SCRAM-SHA-256};
 *     empty if the protocol has only one, and in older results
 */
public record ConnectionCounts(
    long opened,
    List<Negotiated> negotiated,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> logins,
    Medians medians) {

  /** Accepts results without log-ins. */
  public ConnectionCounts {
    logins = logins == null ? Map.of() : logins;
  }

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
