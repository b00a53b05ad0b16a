package dev.tlsbench.measure.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The results of one variant.
 *
 * @param settings the variant's own properties, without secrets
 * @param latency {@code null} if no operation was done
 * @param ratios to the baseline, by {@link Metric#key}; empty for the baseline
 */
public record VariantResult(
    String name,
    Role role,
    Map<String, String> settings,
    Work work,
    @Nullable Latency latency,
    Connections connections,
    Resources resources,
    Map<String, Ratio> ratios) {

  /** Returns the metric that leads a report: the most precise one that was measured. */
  public Metric leadingMetric() {
    return Stream.of(Metric.TRIMMED_MEAN, Metric.TYPICAL)
        .filter(metric -> ratios.containsKey(metric.key()))
        .findFirst()
        .orElse(Metric.THROUGHPUT);
  }

  /** Returns a copy with the payload from the server per operation. */
  public VariantResult withBytesPerOperation(double bytes) {
    Work counted =
        new Work(
            work.operations,
            work.errors,
            work.ignoredErrors,
            work.throughputPerSecond,
            work.rowsPerSecond,
            bytes);
    return new VariantResult(
        name, role, settings, counted, latency, connections, resources, ratios);
  }

  /** Roles of variants in a run. */
  public enum Role {
    /** The variant that others are compared with. */
    @JsonProperty("baseline")
    BASELINE,
    /** The baseline a second time, which shows differences by chance. */
    @JsonProperty("control")
    CONTROL,
    /** A compared variant. */
    @JsonProperty("variant")
    VARIANT
  }

  /**
   * The work of a variant.
   *
   * @param operations the number of operations in bursts and windows
   * @param errors the number of failed operations
   * @param ignoredErrors errors, such as deadlocks, after which an operation was retried
   * @param throughputPerSecond operations a second, all threads together
   * @param rowsPerSecond rows written or read by operations, all threads together; {@code null} if
   *     the workload does not count them
   * @param bytesPerOperation payload from the server per operation; {@code null} if not counted
   */
  public record Work(
      long operations,
      long errors,
      long ignoredErrors,
      double throughputPerSecond,
      @Nullable Double rowsPerSecond,
      @Nullable Double bytesPerOperation) {}

  /**
   * CPU time and memory. The server's are {@code null} if it is not on this machine.
   *
   * @param clientCpuMicrosPerOperation CPU time of the client's threads in bursts, of its JVM
   *     without bursts; of all but the baseline, the baseline's times the ratio. {@code null} if
   *     unknown
   * @param serverCpuMicrosPerOperation CPU time of the server, likewise
   * @param serverCpuPercent CPU time of the server in this variant's windows, as a percentage of
   *     all cores of its machine, 0 to 100
   * @param serverMemoryBytes mean resident memory of the server's process at the ends of this
   *     variant's windows. One process serves all variants, so a difference between variants is not
   *     the cost of one
   * @param pagesReadPerOperation pages that InnoDB read from disk; {@code null} without {@code
   *     --flush}
   * @param pagesWrittenPerOperation pages that InnoDB wrote to disk, including flushes
   */
  public record Resources(
      @Nullable Double clientCpuMicrosPerOperation,
      @Nullable Double serverCpuMicrosPerOperation,
      @Nullable Double serverCpuPercent,
      @Nullable Long serverMemoryBytes,
      @Nullable Double pagesReadPerOperation,
      @Nullable Double pagesWrittenPerOperation) {}
}
