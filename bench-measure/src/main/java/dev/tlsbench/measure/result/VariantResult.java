package dev.tlsbench.measure.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.report.stats.Interval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The results of one variant.
 *
 * @param settings the variant's own properties, without secrets
 * @param latency {@code null} if no operation was done
 * @param operations by name; empty if all operations have the same
 * @param ratios to the baseline, by {@link Metric#key}; empty for the baseline
 */
public record VariantResult(
    String name,
    Role role,
    Map<String, String> settings,
    Work work,
    @Nullable Latency latency,
    List<Operation> operations,
    ConnectionCounts connections,
    Resources resources,
    Map<String, Interval> ratios) {

  /** Results of earlier versions have no operations. */
  public VariantResult {
    operations = Objects.requireNonNullElse(operations, List.of());
  }

  /** Returns the metric that leads a report: the most precise one that was measured. */
  public Metric leadingMetric() {
    return Stream.of(Metric.TRIMMED_MEAN, Metric.TYPICAL)
        .filter(metric -> ratios.containsKey(metric.key()))
        .findFirst()
        .orElse(Metric.THROUGHPUT);
  }

  /** Returns a copy with the figure of a published benchmark: the rate of one operation. */
  public VariantResult withBenchmark(String figure, String operation, int seconds) {
    long all = operations.stream().mapToLong(Operation::count).sum();
    long counted =
        operations.stream()
            .filter(each -> each.name.equals(operation))
            .mapToLong(Operation::count)
            .sum();
    if (all == 0) {
      return this;
    }
    Work published =
        new Work(
            work.operations,
            work.errors,
            work.ignoredErrors,
            work.throughputPerSecond,
            work.rowsPerSecond,
            work.bytesPerOperation,
            work.emptyRepliesPercent,
            new BenchmarkFigure(figure, work.throughputPerSecond * seconds * counted / all));
    return new VariantResult(
        name, role, settings, published, latency, operations, connections, resources, ratios);
  }

  /** Returns a copy with wider intervals of all ratios; see {@link Interval#widenedBy}. */
  public VariantResult widenedBy(double logarithm) {
    Map<String, Interval> wider = new LinkedHashMap<>(ratios);
    wider.replaceAll((metric, ratio) -> ratio.widenedBy(logarithm));
    return new VariantResult(
        name,
        role,
        settings,
        work,
        latency,
        operations.stream().map(each -> each.widenedBy(logarithm)).toList(),
        connections,
        resources,
        wider);
  }

  public enum Role {
    @JsonProperty("baseline")
    BASELINE,
    /** The baseline a second time, which shows differences by chance. */
    @JsonProperty("control")
    CONTROL,
    @JsonProperty("variant")
    VARIANT
  }

  /**
   * The work of a variant.
   *
   * @param ignoredErrors errors, such as deadlocks, after which an operation was retried
   * @param throughputPerSecond operations a second, all threads together
   * @param rowsPerSecond rows written or read by operations, all threads together; {@code null} if
   *     the workload does not count them
   * @param bytesPerOperation bytes of values from the server per operation; {@code null} if none
   *     were counted
   * @param emptyRepliesPercent replies without a row, 0 to 100; {@code null} but for statements of
   *     the user's
   * @param benchmark the figure of a published benchmark; {@code null} for other workloads
   */
  public record Work(
      long operations,
      long errors,
      long ignoredErrors,
      double throughputPerSecond,
      @Nullable Double rowsPerSecond,
      @Nullable Double bytesPerOperation,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double emptyRepliesPercent,
      @Nullable BenchmarkFigure benchmark) {}

  /** The figure by which a published benchmark is known, such as {@code tpmC}. */
  public record BenchmarkFigure(String name, double value) {}

  /**
   * The operations of one name in windows.
   *
   * @param name such as {@code READ}; with {@code -FAILED} at its end for those that failed
   * @param mean the ratio of the mean latency to the baseline's; {@code null} for the baseline, or
   *     if there are too few
   */
  public record Operation(String name, long count, Latency latency, @Nullable Interval mean) {
    private Operation widenedBy(double logarithm) {
      return mean == null ? this : new Operation(name, count, latency, mean.widenedBy(logarithm));
    }
  }

  /**
   * CPU time and memory. The server's are {@code null} if it is not on this machine.
   *
   * @param clientCpuMicrosPerOperation CPU time of the client's threads in bursts, of its JVM
   *     without bursts; of all but the baseline, the baseline's times the ratio. {@code null} if
   *     unknown
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
