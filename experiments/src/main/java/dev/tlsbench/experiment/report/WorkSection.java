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

/** Work of each variant and the server's resources for it, as benchmarks publish them. */
final class WorkSection {
  private static final double PERCENT = 100;

  private WorkSection() {}

  /** A column that is shown if some variant has a figure for it. */
  private record Column(
      String title, Predicate<VariantResult> known, Function<VariantResult, Cell> cell) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column(
              "operations a second",
              variant -> true,
              variant -> significant(variant.work().throughputPerSecond())),
          new Column(
              "rows a second",
              variant -> variant.work().rowsPerSecond() != null,
              variant -> significant(variant.work().rowsPerSecond())),
          new Column("mean latency", WorkSection::isTimed, latency(Latency::meanMicros)),
          new Column("95th percentile", WorkSection::isTimed, latency(Latency::p95Micros)),
          new Column(
              "server CPU",
              variant -> variant.resources().serverCpuPercent() != null,
              variant -> percent(variant.resources().serverCpuPercent())),
          new Column(
              "server memory",
              variant -> variant.resources().serverMemoryBytes() != null,
              variant -> bytes(variant.resources().serverMemoryBytes())),
          new Column(
              "pages read an operation",
              variant -> variant.resources().pagesReadPerOperation() != null,
              variant -> significant(variant.resources().pagesReadPerOperation())),
          new Column(
              "pages written an operation",
              variant -> variant.resources().pagesWrittenPerOperation() != null,
              variant -> significant(variant.resources().pagesWrittenPerOperation())),
          new Column(
              "ignored errors",
              variant -> variant.work().ignoredErrors() > 0,
              variant -> Cell.count(variant.work().ignoredErrors())));

  /** Empty if no operation was done. */
  static Optional<Section> of(Result result) {
    if (!Views.any(result, WorkSection::worked)) {
      return Optional.empty();
    }
    List<Block> blocks = new ArrayList<>(List.of(table(result)));
    if (Views.any(result, variant -> variant.resources().serverCpuPercent() != null)) {
      blocks.add(
          new Text(
              "Server CPU is a percentage of all cores of its machine. Memory is the resident"
                  + " memory of the server's process. One process serves all variants, so the"
                  + " difference between two of them is not the cost of one."));
    }
    if (Views.any(result, variant -> variant.work().ignoredErrors() > 0)) {
      blocks.add(
          new Text(
              "After an ignored error, such as a deadlock, a transaction began again within the"
                  + " same operation, whose latency includes both."));
    }
    return Optional.of(new Section("work", "Work and server", true, blocks));
  }

  /** Returns a row for each variant that did some work. */
  static Table table(Result result) {
    List<Column> columns =
        COLUMNS.stream().filter(column -> Views.any(result, column.known())).toList();
    List<String> header = new ArrayList<>(List.of("variant"));
    columns.forEach(column -> header.add(column.title()));
    Table table =
        Table.open("Work of each variant", header.toArray(String[]::new)).over(result.axis());
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
    return variant.work().operations() > 0;
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
