package dev.tlsbench.measure.driver;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.measure.result.Negotiated;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One connection, or one query of a client that stays open, as a fork reports it.
 *
 * @param nanos durations by part of a connection, or by column
 * @param cpuNanos of the connecting thread; 0 if unknown
 * @param tls the outcome of the handshake; {@code null} without one
 * @param retried true if the server asked for another ClientHello (RFC 8446, 4.1.4)
 * @param login how the log-in was made; {@code null} if the protocol has only one way
 * @param bytes on the wire; {@code null} without TLS
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record Trial(
    Map<String, Long> nanos,
    long cpuNanos,
    @Nullable Negotiated tls,
    boolean retried,
    @Nullable String login,
    TlsConnection.@Nullable Bytes bytes) {
  /** Returns the durations of a part in microseconds, of the connections that have it. */
  public static double[] micros(List<Trial> trials, String part) {
    // A nanosecond at least: figures are computed by logarithms.
    return trials.stream()
        .flatMap(trial -> Stream.ofNullable(trial.nanos().get(part)))
        .mapToDouble(nanos -> Math.max(1, nanos) / 1e3)
        .toArray();
  }
}
