package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.report.Unit;
import org.jspecify.annotations.Nullable;

/**
 * The description of an application for a prediction; {@code null} is unknown. Immutable.
 *
 * @param operationsPerConnection the mean; {@code null} for connections that stay open
 * @param resumed the part of the handshakes that resume a session, 0 to 1
 */
public record Profile(
    @Nullable Double rate,
    double requestBytes,
    double replyBytes,
    double rttMicros,
    @Nullable Double operationsPerConnection,
    double resumed,
    @Nullable Double clientCpuMicros,
    @Nullable Double serverCpuMicros,
    @Nullable Double latencyMicros,
    @Nullable Double clientCores,
    @Nullable Double serverCores,
    @Nullable Double sharedCores) {
  private static final double MOST_BYTES = 1 << 30;

  /** Checks that the values do not contradict each other. */
  public Profile {
    require(
        Math.min(requestBytes, replyBytes) >= 1 && Math.max(requestBytes, replyBytes) <= MOST_BYTES,
        "request, reply: not between 1 and 2^30 bytes, the size of a message");
    require(
        operationsPerConnection == null || operationsPerConnection >= 1,
        "operations-per-connection: below 1; each connection has at least one operation");
    require(resumed <= 1, "resumed: " + resumed + " is above 1, the part of all handshakes");
    require(rate == null || rate > 0, "rate: not above 0");
    require(
        latencyMicros == null || latencyMicros >= rttMicros,
        "latency: shorter than a round trip of "
            + Unit.MICROS.text(rttMicros)
            + "; the latency of an operation includes it");
    require(
        sharedCores == null || (clientCores == null && serverCores == null),
        "shared-cores: contradicts cores of one side; give one of them");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new InvalidSettingException(otherwise);
    }
  }
}
