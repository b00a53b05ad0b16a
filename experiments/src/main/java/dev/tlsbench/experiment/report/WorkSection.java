package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.result.Latency;
import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What each variant did, and what the server used for it: the figures that benchmarks publish. */
final class WorkSection {
  private static final double PERCENT = 100;

  private WorkSection() {}

  /** A column that is there if some variant has a figure for it. */
  private record Column(
      String title, Predicate<VariantResult> known, Function<VariantResult, Cell> cell) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column(
              "operations a second",
              variant -> true,
              variant -> significant(variant.throughputPerSecond())),
          new Column(
              "rows a second",
              variant -> variant.rowsPerSecond() != null,
              variant -> significant(variant.rowsPerSecond())),
          new Column("mean latency", WorkSection::isTimed, latency(Latency::meanMicros)),
          new Column("95th percentile", WorkSection::isTimed, latency(Latency::p95Micros)),
          new Column(
              "server CPU",
              variant -> variant.serverCpuPercent() != null,
              variant -> percent(variant.serverCpuPercent())),
          new Column(
              "server memory",
              variant -> variant.serverMemoryBytes() != null,
              variant -> bytes(variant.serverMemoryBytes())),
          new Column(
              "ignored errors",
              variant -> variant.ignoredErrors() > 0,
              variant -> Cell.count(variant.ignoredErrors())));

  /** Nothing if no operation was done. */
  static Optional<Section> of(Result result) {
    if (!Views.any(result, WorkSection::worked)) {
      return Optional.empty();
    }
    List<Block> blocks = new ArrayList<>(List.of(table(result)));
    if (Views.any(result, variant -> variant.serverCpuPercent() != null)) {
      blocks.add(
          new Text(
              "Server CPU is the part of what all cores of its machine had. Memory is what the"
                  + " server's process kept (resident). One process serves all variants, so that a"
                  + " difference between two of them is not what one of them costs."));
    }
    if (Views.any(result, variant -> variant.ignoredErrors() > 0)) {
      blocks.add(
          new Text(
              "After an ignored error, such as a deadlock, a transaction began again within the"
                  + " same operation, whose latency holds both."));
    }
    return Optional.of(new Section("work", "Work and server", true, blocks));
  }

  /** A row for each variant that worked. */
  static Table table(Result result) {
    List<Column> columns =
        COLUMNS.stream().filter(column -> Views.any(result, column.known())).toList();
    List<String> header = new ArrayList<>(List.of("variant"));
    columns.forEach(column -> header.add(column.title()));
    Table table =
        Table.open("What each variant did", header.toArray(String[]::new)).over(result.axis());
    for (Point point : result.points()) {
      for (VariantResult variant : Views.inOrder(point)) {
        if (worked(variant)) {
          List<Cell> cells = new ArrayList<>(List.of(Cell.of(Names.of(variant, result))));
          columns.forEach(column -> cells.add(column.cell().apply(variant)));
          table.add(point.value(), cells.toArray(Cell[]::new));
        }
      }
    }
    return table;
  }

  private static boolean worked(VariantResult variant) {
    return variant.operations() > 0;
  }

  private static boolean isTimed(VariantResult variant) {
    return variant.latency() != null;
  }

  private static Function<VariantResult, Cell> latency(Function<Latency, Double> figure) {
    return variant ->
        variant.latency() == null ? Cell.NONE : Cell.micros(figure.apply(variant.latency()));
  }

  private static Cell significant(@Nullable Double value) {
    return value == null ? Cell.NONE : Cell.of(Numbers.significant(value), value);
  }

  private static Cell percent(@Nullable Double value) {
    return value == null ? Cell.NONE : Cell.of(Numbers.percent(value / PERCENT, 1), value);
  }

  private static Cell bytes(@Nullable Long value) {
    return value == null
        ? Cell.NONE
        : Cell.of(Numbers.bytes(value.doubleValue()), value.doubleValue());
  }
}
