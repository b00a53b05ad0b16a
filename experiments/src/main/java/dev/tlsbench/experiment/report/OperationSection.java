package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
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

/** Mean latencies of operations by their names, if a workload has several. */
final class OperationSection {
  private OperationSection() {}

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
                    .cell("mean", OperationSection::mean)
                    .cell(
                        "mean, against " + Variants.title(result.setup().baseline()),
                        OperationSection::ratio)
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
    return mean == null ? Cell.NONE : Cell.of(Views.figure(mean));
  }
}
