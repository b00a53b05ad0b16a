package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.Latency;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult.Operation;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.stats.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Latencies of operations: of all together, and by their names if a workload has several. */
final class LatencySections {
  private LatencySections() {}

  static Optional<Section> ofAll(Result result) {
    if (!Views.any(result, variant -> variant.latency() != null)) {
      return Optional.empty();
    }
    boolean open = Views.any(result, v -> v.latency() != null && v.latency().fromIntendedStart());
    return Optional.of(
        new Section(
            "latency",
            "Latency",
            List.of(
                new Text(
                    open
                        ? "Open loop: counted from the intended start of an operation, so waiting"
                            + " counts."
                        : "Closed loop: each thread starts an operation when its last one has"
                            + " ended."),
                Views.columns(result, variant -> variant.latency() != null)
                    .cell("mean", scaled(Metric.MEAN, Latency::meanMicros))
                    .cell("median", scaled(Metric.P50, Latency::p50Micros))
                    .cell("95\u00a0%", scaled(Metric.P95, Latency::p95Micros))
                    .cell("99\u00a0%", scaled(Metric.P99, Latency::p99Micros))
                    .cell("99.9\u00a0%", scaled(Metric.P999, Latency::p999Micros))
                    .micros("slowest", row -> latency(row, Latency::maxMicros))
                    .cell(
                        "client CPU",
                        Views.scaled(
                            Metric.CLIENT_CPU,
                            Unit.MICROS,
                            row -> row.variant().resources().clientCpuMicrosPerOperation()))
                    .cell(
                        "server CPU",
                        Views.scaled(
                            Metric.SERVER_CPU,
                            Unit.MICROS,
                            row -> row.variant().resources().serverCpuMicrosPerOperation()))
                    .count("operations, bursts too", row -> row.variant().work().operations())
                    .count("errors", row -> row.variant().work().errors())
                    .open("Latency and CPU time of an operation"))));
  }

  private static Function<Row, Cell> scaled(Metric metric, Function<Latency, Double> figure) {
    return Views.scaled(metric, Unit.MICROS, row -> latency(row, figure));
  }

  private static @Nullable Double latency(Row row, Function<Latency, Double> figure) {
    Latency latency = row.variant().latency();
    return latency == null ? null : figure.apply(latency);
  }

  private record Named(Row row, Operation operation) {}

  /** Returns the section; empty if all operations have the same name. */
  static Optional<Section> ofEach(Result result) {
    List<Named> all =
        Views.rows(result, variant -> true).stream()
            .flatMap(row -> row.variant().operations().stream().map(each -> new Named(row, each)))
            .sorted(
                Comparator.comparingInt((Named each) -> result.points().indexOf(each.row.point()))
                    .thenComparing(each -> each.operation.name()))
            .toList();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Section(
            "operations",
            "Each operation",
            // Of a published benchmark, they are reported with its results.
            Views.any(result, variant -> variant.work().benchmark() != null),
            List.of(
                Views.over(result, all, each -> each.row.point())
                    .named(result.axis() == null ? 2 : 3)
                    .text("operation", each -> each.operation.name())
                    .text("variant", each -> Names.of(each.row.variant(), result))
                    .cell("mean", LatencySections::mean)
                    .cell(
                        "mean, against " + Variants.title(result.setup().baseline()),
                        LatencySections::ratio)
                    .count("operations", each -> each.operation.count())
                    .open("Latency of each operation"),
                new Text(
                    "Operations of windows, without bursts. Names that end in -FAILED are those of"
                        + " failed operations. Their percentiles are in result.json."))));
  }

  /** Returns the baseline's mean times the ratio; its own if either is unknown. */
  private static Cell mean(Named each) {
    return Views.cell(
        Views.figure(
            each.row,
            each.operation.mean(),
            Unit.MICROS,
            row ->
                row.variant().operations().stream()
                    .filter(operation -> operation.name().equals(each.operation.name()))
                    .findFirst()
                    .map(operation -> operation.latency().meanMicros())
                    .orElse(null)));
  }

  private static Cell ratio(Named each) {
    Interval mean = each.operation.mean();
    return mean == null ? Cell.NONE : Cell.of(mean.in(Unit.RATIO));
  }
}
