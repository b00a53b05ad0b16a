package dev.tlsbench.experiment.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.report.json.OneLine;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of one variant.
 *
 * @param settings the properties in which it differs, without secrets
 * @param negotiated outcomes of its handshakes; empty for plain text
 * @param operations the number of operations in bursts and windows
 * @param errors the number of failed operations
 * @param ignoredErrors errors, such as deadlocks, after which an operation was repeated
 * @param throughputPerSecond operations a second, all threads together
 * @param rowsPerSecond rows written or read by operations, all threads together; {@code null} if
 *     the workload does not count them
 * @param latency {@code null} if no operation was done
 * @param connection {@code null} if not measured
 * @param clientCpuMicrosPerOperation CPU time of the client's JVM; {@code null} if unknown
 * @param serverCpuMicrosPerOperation CPU time of the server; {@code null} if not on this machine
 * @param serverCpuPercent CPU time of the server in this variant's windows, as a percentage of all
 *     cores of its machine, 0 to 100; {@code null} if not on this machine
 * @param serverMemoryBytes resident memory of the server's process, the mean at the ends of this
 *     variant's windows; {@code null} if not on this machine. One process serves all variants, so
 *     the difference between two of them is not the cost of one
 * @param bytesPerOperation payload that the server sent for each; {@code null} if not counted
 * @param ratios to the baseline, by metric: {@code typical}, {@code throughput}, {@code mean},
 *     {@code p50}, {@code p95}, {@code p99}, {@code p999}, {@code clientCpu}, {@code serverCpu};
 *     empty for the baseline
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

  /** The metric of the time of a typical operation. */
  public static final String TYPICAL = "typical";

  /** The metric of operations a second. */
  public static final String THROUGHPUT = "throughput";

  /** Returns the metric that leads a report: the sharpest that was measured. */
  public String leadingMetric() {
    return ratios.containsKey(TYPICAL) ? TYPICAL : THROUGHPUT;
  }

  /** Returns a copy with the payload that the server sent for each operation. */
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

  /** Roles of variants in a run. */
  public enum Role {
    /** The one that others are divided by. */
    @JsonProperty("baseline")
    BASELINE,
    /** The baseline a second time, which shows the differences that chance makes. */
    @JsonProperty("control")
    CONTROL,
    /** A compared variant. */
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
   * @param count the number of handshakes
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
