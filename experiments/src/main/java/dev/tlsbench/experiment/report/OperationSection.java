package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.Latency;
import dev.tlsbench.measure.result.Ratio;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult.Operation;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Section;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Latencies of operations by their names, if a workload has several. */
final class OperationSection {
  private OperationSection() {}

  /** An operation of a variant. */
  private record Named(Row row, Operation operation) {}

  /** Returns the section; empty if all operations have the same name. */
  static Optional<Section> of(Result result) {
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
    String baseline = Names.of(result.setup().baseline());
    return Optional.of(
        new Section(
            "operations",
            "Each operation",
            isBenchmark(result),
            List.of(
                Views.over(result, all, each -> each.row.point())
                    .named(result.axis() == null ? 2 : 3)
                    .text("operation", each -> each.operation.name())
                    .text("variant", each -> Names.of(each.row.variant(), result))
                    .cell("mean", micros(1, Latency::meanMicros))
                    .cell("mean, against " + baseline, OperationSection::ratio)
                    .cell("median", micros(1, Latency::p50Micros))
                    .cell("95\u00a0%", micros(20, Latency::p95Micros))
                    .cell("99\u00a0%", micros(100, Latency::p99Micros))
                    .count("operations", each -> each.operation.count())
                    .open("Latency of each operation"),
                new Text(
                    "Operations of windows, without bursts. Names that end in -FAILED are those of"
                        + " failed operations."))));
  }

  /** Returns true for a workload whose operations are reported with its results. */
  private static boolean isBenchmark(Result result) {
    return Views.any(result, variant -> variant.work().benchmark() != null);
  }

  /** Returns a latency, unless there are too few operations for one of them to be beyond it. */
  private static Function<Named, Cell> micros(int fewest, Function<Latency, Double> figure) {
    return each ->
        each.operation.count() < fewest
            ? Cell.NONE
            : Cell.micros(figure.apply(each.operation.latency()));
  }

  private static Cell ratio(Named each) {
    Ratio mean = each.operation.mean();
    return mean == null ? Cell.NONE : Cell.of(Views.figure(mean));
  }
}
