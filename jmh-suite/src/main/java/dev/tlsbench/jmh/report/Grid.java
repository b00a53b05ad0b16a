package dev.tlsbench.jmh.report;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The cells of one benchmark as rows of tables: one for each combination of the row's parameters
 * that was measured or is absent. A parameter that never varies moves from the rows to the title.
 */
final class Grid {
  /** A column, and its cell in each row. */
  record Column(String title, Function<Map<String, String>, Cell> cell) {}

  private final Cells cells;
  private final String benchmark;
  private final List<Map<String, String>> rows;
  private final List<String> shown;
  private final String constants;
  private final List<String> notes = new ArrayList<>();

  /**
   * Collects the rows.
   *
   * @param always the parameters of rows that are shown even if they have one value
   * @param keys the parameters of rows
   */
  Grid(Cells cells, String benchmark, List<String> always, List<String> keys) {
    this.cells = cells;
    this.benchmark = benchmark;
    this.rows =
        cells
            .parameters(benchmark)
            .filter(parameters -> !"none".equals(parameters.get("provider")))
            .<Map<String, String>>map(
                parameters -> {
                  Map<String, String> row = new TreeMap<>(parameters);
                  row.keySet().retainAll(keys);
                  return row;
                })
            .distinct()
            .sorted(keys.stream().map(Grid::by).reduce(Comparator::thenComparing).orElseThrow())
            .toList();
    this.shown = keys.stream().filter(key -> always.contains(key) || values(key) > 1).toList();
    String constant =
        keys.stream()
            .filter(key -> !shown.contains(key))
            .flatMap(key -> rows.stream().limit(1).flatMap(r -> word(key, r)))
            .collect(Collectors.joining(", "));
    this.constants = constant.isEmpty() ? "" : " (" + constant + ")";
  }

  private static Stream<String> word(String key, Map<String, String> row) {
    return Stream.ofNullable(row.get(key)).map(value -> key + " " + value);
  }

  private static Comparator<Map<String, String>> by(String key) {
    return Comparator.comparing(row -> row.getOrDefault(key, ""), Cells.ORDER);
  }

  private long values(String key) {
    return rows.stream().map(row -> row.getOrDefault(key, "")).distinct().count();
  }

  List<Map<String, String>> rows() {
    return rows;
  }

  boolean shows(String key) {
    return shown.contains(key);
  }

  /** Returns the parameters with one value, as {@code (group x25519, mutual false)}. */
  String constants() {
    return constants;
  }

  String label(Map<String, String> row) {
    return shown.stream()
        .flatMap(key -> Stream.ofNullable(row.get(key)))
        .collect(Collectors.joining(", "));
  }

  /** Returns the measured cells at a row's coordinates and some more. */
  Optional<Measured> cell(Map<String, String> row, Map<String, String> more) {
    return cells.cell(benchmark, Cells.with(row, more));
  }

  boolean has(Metric metric) {
    return rows.stream()
        .flatMap(row -> cells.of(benchmark, row))
        .anyMatch(cell -> cell.figure(metric).isPresent());
  }

  /** Returns a figure with its interval, or a reference to the reason why there is none. */
  Cell figure(Map<String, String> row, Map<String, String> more, Metric metric) {
    return cell(row, more)
        .map(cell -> cell.figure(metric).map(f -> spread(f.in(metric.unit()))).orElse(Cell.NONE))
        .or(() -> cells.reason(benchmark, Cells.with(row, more)).map(this::gap))
        .orElse(Cell.NONE);
  }

  private Cell gap(String reason) {
    if (!notes.contains(reason)) {
      notes.add(reason);
    }
    String brief = reason.startsWith("not offered") ? "not offered" : "absent";
    return Cell.of(brief + "\u00a0[" + (notes.indexOf(reason) + 1) + "]");
  }

  /** Returns a table with a column for each parameter that varies, followed by more columns. */
  Table table(String caption, boolean folded, List<Column> columns) {
    List<String> header = new ArrayList<>(shown);
    columns.forEach(column -> header.add(column.title()));
    List<List<Cell>> lines = new ArrayList<>();
    for (Map<String, String> row : rows) {
      List<Cell> line = new ArrayList<>();
      shown.forEach(key -> line.add(Cell.of(row.getOrDefault(key, Cell.NONE.text()))));
      columns.forEach(column -> line.add(column.cell().apply(row)));
      lines.add(line);
    }
    return new Table(caption, folded, shown.size(), header, lines);
  }

  /** Adds a table or chart, and the reasons that its cells refer to. */
  void addTo(List<Block> blocks, Block block) {
    blocks.add(block);
    if (!notes.isEmpty()) {
      blocks.add(
          new Block.Bullets(
              IntStream.range(0, notes.size())
                  .mapToObj(i -> "[" + (i + 1) + "] " + notes.get(i))
                  .toList()));
      notes.clear();
    }
  }

  /**
   * Returns the value, and the distance to the farther end of its interval in per cent: {@code 12.3
   * µs ±4.1 %}. From 100 % on, the interval stands in brackets instead.
   */
  static Cell spread(Figure figure) {
    double value = figure.value();
    double reach = Math.max(figure.high() - value, value - figure.low());
    if (figure.low95() == null || reach >= Math.abs(value)) {
      return Cell.of(figure);
    }
    String spread = "\u00a0±" + Numbers.percent(reach / Math.abs(value));
    return Cell.of(figure.bare() + spread, figure);
  }
}
