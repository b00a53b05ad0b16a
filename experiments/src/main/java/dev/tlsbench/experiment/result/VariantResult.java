package dev.tlsbench.experiment.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.report.json.OneLine;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one variant did.
 *
 * @param name as it was given
 * @param role what it is in this run
 * @param settings the properties in which it differs, without secrets
 * @param negotiated what its handshakes ended in; empty for plain text
 * @param operations how many were done in the windows
 * @param errors how many failed
 * @param ignoredErrors after how many errors, such as deadlocks, an operation began again
 * @param throughputPerSecond operations a second, all threads together
 * @param rowsPerSecond rows that operations wrote or got back, all threads together; {@code null}
 *     if the workload counts none
 * @param latency how long operations took; {@code null} if none was done
 * @param connection what opening its connections took; {@code null} if it was not measured
 * @param clientCpuMicrosPerOperation CPU time of the client's JVM; {@code null} if not known
 * @param serverCpuMicrosPerOperation CPU time of the server; {@code null} if not on this machine
 * @param serverCpuPercent CPU time of the server in this variant's windows, in percent of what all
 *     cores of its machine had, 0 to 100; {@code null} if not on this machine
 * @param serverMemoryBytes what the server's process kept in memory at the ends of this variant's
 *     windows, as a mean; {@code null} if not on this machine. One process serves all variants, so
 *     that the difference between two of them is not what one of them costs
 * @param bytesPerOperation payload that the server sent for each; {@code null} if not counted
 * @param ratios to the baseline, by metric: {@code throughput}, {@code mean}, {@code p50}, {@code
 *     p95}, {@code p99}, {@code p999}, {@code clientCpu}, {@code serverCpu}; empty for the baseline
 */
public record VariantResult(
    String name,
    Role role,
    Map<String, String> settings,
    List<Negotiated> negotiated,
    long operations,
    long errors,
    long ignoredErrors,
    double throughputPerSecond,
    @Nullable Double rowsPerSecond,
    @Nullable Latency latency,
    @Nullable ConnectionCost connection,
    @Nullable Double clientCpuMicrosPerOperation,
    @Nullable Double serverCpuMicrosPerOperation,
    @Nullable Double serverCpuPercent,
    @Nullable Long serverMemoryBytes,
    @Nullable Double bytesPerOperation,
    Map<String, Ratio> ratios) {

  /**
   * The same with what each operation transferred.
   *
   * @param bytes payload that the server sent
   * @return a copy
   */
  public VariantResult withBytesPerOperation(double bytes) {
    return new VariantResult(
        name,
        role,
        settings,
        negotiated,
        operations,
        errors,
        ignoredErrors,
        throughputPerSecond,
        rowsPerSecond,
        latency,
        connection,
        clientCpuMicrosPerOperation,
        serverCpuMicrosPerOperation,
        serverCpuPercent,
        serverMemoryBytes,
        bytes,
        ratios);
  }

  /** What a variant is in a run. */
  public enum Role {
    /** The one that others are divided by. */
    @JsonProperty("baseline")
    BASELINE,
    /** The baseline once more, to see what no difference looks like. */
    @JsonProperty("control")
    CONTROL,
    /** One that is compared. */
    @JsonProperty("variant")
    VARIANT
  }

  /**
   * One outcome of handshakes.
   *
   * @param provider the client's TLS implementation
   * @param protocol such as {@code TLSv1.3}
   * @param cipherSuite the IANA name
   * @param namedGroup the IANA name; {@code null} without an ephemeral key exchange
   * @param resumed whether a session was resumed
   * @param count how many handshakes
   */
  @OneLine
  public record Negotiated(
      String provider,
      String protocol,
      String cipherSuite,
      @Nullable String namedGroup,
      boolean resumed,
      long count) {}
}
