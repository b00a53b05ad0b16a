package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.tls.Suite;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** The cost of the suites by size of message: charts and tables of one benchmark. */
final class SuiteSection {
  private static final String PLAIN = "plain";
  private static final List<String> KEYS =
      List.of("database", "transport", "provider", "buffer", "suite");
  private static final String RECORD = "16384";

  private final Cells cells;
  private final String benchmark;
  private final String name;
  private final int messages;
  private final Metric cost;
  private final Grid grid;
  private final List<String> sizes;

  /**
   * Collects the rows.
   *
   * @param name what a reader calls the benchmark
   * @param messages how many messages an operation protects or opens or both, for MB/s; 0 where an
   *     operation is more than that
   */
  SuiteSection(Cells cells, String benchmark, String name, int messages, Metric cost) {
    this.cells = cells;
    this.benchmark = benchmark;
    this.name = name;
    this.messages = messages;
    this.cost = cost;
    this.grid = new Grid(cells, benchmark, List.of("suite"), KEYS);
    this.sizes = List.copyOf(cells.values(benchmark, Map.of(), "size"));
  }

  /** Nothing if the benchmark was not measured. */
  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    if (!has(cell -> cell.figure(cost).isPresent())) {
      return blocks;
    }
    Notes notes = new Notes();
    notes.addBelow(
        new Chart(name + grid.constants(), name, "Message size", views(), times(notes)), blocks);
    ratios("times as much as plain", row -> Optional.of(PLAIN)).ifPresent(blocks::add);
    ratios("times as much as AES-128-GCM of the same protocol", SuiteSection::gcm)
        .ifPresent(blocks::add);
    table("bytes on the wire over the payload", Metric.WIRE_BYTES, SuiteSection::overPayload)
        .ifPresent(blocks::add);
    table(
            "heap allocated for each " + (messages == 1 ? "message" : "round trip"),
            Metric.ALLOCATED,
            (cell, bytes) ->
                Cell.of(bytes.in(Unit.BYTES).unit().text(bytes.value()), bytes.value()))
        .ifPresent(blocks::add);
    return blocks;
  }

  private boolean has(Predicate<Measured> predicate) {
    return grid.rows().stream()
        .flatMap(row -> sizes.stream().flatMap(size -> grid.cell(row, size(size)).stream()))
        .anyMatch(predicate);
  }

  private static Map<String, String> size(String size) {
    return Map.of("size", size);
  }

  private static String written(String size) {
    return Numbers.size(Long.parseLong(size));
  }

  private Optional<Figure> cost(Map<String, String> row, String size) {
    return grid.cell(row, size(size)).flatMap(c -> c.figure(cost)).map(f -> f.in(cost.unit()));
  }

  /**
   * Speed over size where some suite has several, and the suites beside each other at each size.
   */
  private List<View> views() {
    List<View> views = new ArrayList<>();
    List<View.Lines.Curve> curves = new ArrayList<>();
    for (Map<String, String> row : grid.rows()) {
      List<Figure> speeds =
          sizes.stream()
              .map(size -> cost(row, size).map(f -> speed(f, size)).orElse(null))
              .toList();
      if (speeds.stream().filter(Objects::nonNull).count() > 1) {
        curves.add(new View.Lines.Curve(look(row), speeds));
      }
    }
    if (messages > 0 && !curves.isEmpty()) {
      List<String> at = sizes.stream().map(SuiteSection::written).toList();
      views.add(
          new View.Lines(
              "all, as speed", "message", at, "speed", Unit.MEGABYTES_PER_SECOND, curves));
    }
    for (String size : sizes) {
      List<View.Intervals.Row> rows = new ArrayList<>();
      for (Map<String, String> row : grid.rows()) {
        cost(row, size)
            .ifPresent(
                f ->
                    rows.add(
                        new View.Intervals.Row(
                            grid.label(row), look(row), f.value(), f.low(), f.high(), null, null)));
      }
      if (!rows.isEmpty()) {
        views.add(new View.Intervals(written(size), "time", cost.unit(), rows));
      }
    }
    return views;
  }

  /** Bytes in a microsecond are megabytes in a second. */
  private Figure speed(Figure micros, String size) {
    double bytes = messages * Double.parseDouble(size);
    return new Figure(
        bytes / micros.value(),
        micros.low95() == null ? null : bytes / micros.high(),
        micros.high95() == null ? null : bytes / micros.low(),
        Unit.MEGABYTES_PER_SECOND);
  }

  private Look look(Map<String, String> row) {
    String label = grid.label(row);
    return PLAIN.equals(row.get("suite"))
        ? new Look(label, Look.Kind.BASELINE, 0)
        : Look.variant(label, grid.rows().indexOf(row));
  }

  private Table times(Notes notes) {
    List<String> columns = new ArrayList<>(sizes.stream().map(SuiteSection::written).toList());
    String largest = sizes.get(sizes.size() - 1);
    List<String> speeds =
        messages == 0
            ? List.of()
            : sizes.stream().filter(s -> s.equals(RECORD) || s.equals(largest)).toList();
    speeds.forEach(size -> columns.add("MB/s at " + written(size)));
    Table table = grid.table(name + grid.constants(), false, columns);
    for (Map<String, String> row : grid.rows()) {
      List<Cell> line = grid.line(row);
      for (String size : sizes) {
        line.add(grid.cell(row, size(size), notes, cell -> cost(row, size).map(Grid::spread)));
      }
      for (String size : speeds) {
        line.add(
            cost(row, size)
                .map(figure -> speed(figure, size).value())
                .map(speed -> Cell.of(Numbers.significant(speed), speed))
                .orElse(Cell.NONE));
      }
      table.rows().add(line);
    }
    return table;
  }

  /** Divides rows by those of another suite. */
  private Optional<Table> ratios(
      String title, Function<Map<String, String>, Optional<String>> baselineOf) {
    Table table = grid.table(name + ": " + title, false, columns());
    for (Map<String, String> row : grid.rows()) {
      Optional<String> baseline =
          baselineOf.apply(row).filter(suite -> !suite.equals(row.get("suite")));
      List<Cell> line = grid.line(row);
      baseline.ifPresent(
          suite ->
              sizes.forEach(
                  size -> {
                    Map<String, String> base = Grid.with(row, Map.of("suite", suite, "size", size));
                    Optional<ForkValues> dividend =
                        grid.cell(row, size(size)).flatMap(cell -> cell.figure(cost));
                    line.add(
                        cells.ratio(dividend, baseline(base)).map(Grid::spread).orElse(Cell.NONE));
                  }));
      if (line.stream().anyMatch(cell -> cell.value() != null)) {
        table.rows().add(line);
      }
    }
    return Optional.of(table).filter(found -> !found.rows().isEmpty());
  }

  /** Plain has no provider of TLS: any will do if the row's own has none. */
  private Optional<ForkValues> baseline(Map<String, String> base) {
    Optional<Measured> divisor = cells.cell(benchmark, base);
    if (divisor.isEmpty() && PLAIN.equals(base.get("suite"))) {
      base.remove("provider");
      divisor = cells.cell(benchmark, base);
    }
    return divisor.flatMap(cell -> cell.figure(cost));
  }

  private static Optional<String> gcm(Map<String, String> row) {
    return Arrays.stream(Suite.values())
        .filter(suite -> suite.id().equals(row.get("suite")))
        .map(suite -> (suite.isTls13() ? Suite.TLS13_AES128_GCM : Suite.TLS12_AES128_GCM).id())
        .findFirst();
  }

  /** A table for those who look closer; empty if the benchmark does not count that. */
  private Optional<Table> table(
      String title, Metric metric, BiFunction<Measured, ForkValues, Cell> text) {
    if (!has(cell -> cell.figure(metric).isPresent())) {
      return Optional.empty();
    }
    Table table = grid.table(name + ": " + title, true, columns());
    for (Map<String, String> row : grid.rows()) {
      List<Cell> line = grid.line(row);
      for (String size : sizes) {
        line.add(
            grid.cell(row, size(size))
                .flatMap(cell -> cell.figure(metric).map(figure -> text.apply(cell, figure)))
                .orElse(Cell.NONE));
      }
      table.rows().add(line);
    }
    return Optional.of(table);
  }

  private List<String> columns() {
    return sizes.stream().map(SuiteSection::written).toList();
  }

  private static Cell overPayload(Measured cell, ForkValues wire) {
    double payload = Double.parseDouble(cell.parameter("size"));
    double more = wire.value() - payload;
    return Cell.of(
        "+" + Math.round(more) + "\u00a0B (" + Numbers.percent(more / payload) + ")", more);
  }
}
