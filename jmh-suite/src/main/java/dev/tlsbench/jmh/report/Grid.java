package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The cells of one benchmark as rows of a table: one for each combination of the row's parameters
 * that was measured or is absent. A parameter that never varies moves from the rows to the title.
 */
final class Grid {
  private final Cells cells;
  private final String benchmark;
  private final List<String> keys;
  private final List<Map<String, String>> rows;
  private final List<String> shown;

  /**
   * Collects the rows.
   *
   * @param always the parameters of rows that are shown even if they have one value
   * @param keys the parameters of rows
   */
  Grid(Cells cells, String benchmark, List<String> always, List<String> keys) {
    this.cells = cells;
    this.benchmark = benchmark;
    this.keys = keys;
    this.rows = new ArrayList<>();
    collect(new LinkedHashMap<>(), 0);
    rows.removeIf(row -> "none".equals(row.get("provider")));
    rows.sort(keys.stream().map(Grid::by).reduce(Comparator::thenComparing).orElseThrow());
    this.shown = keys.stream().filter(key -> always.contains(key) || values(key) > 1).toList();
  }

  private static Comparator<Map<String, String>> by(String key) {
    return Comparator.comparing(row -> row.getOrDefault(key, ""), Order.ofValues());
  }

  private void collect(Map<String, String> row, int depth) {
    if (depth == keys.size()) {
      if (cells.cell(benchmark, row).isPresent() || cells.reason(benchmark, row).isPresent()) {
        rows.add(Map.copyOf(row));
      }
      return;
    }
    String key = keys.get(depth);
    NavigableSet<String> values = cells.values(benchmark, row, key);
    if (values.isEmpty()) {
      collect(row, depth + 1);
    }
    for (String value : values) {
      collect(with(row, Map.of(key, value)), depth + 1);
    }
  }

  private long values(String key) {
    return rows.stream().map(row -> row.getOrDefault(key, "")).distinct().count();
  }

  /** The coordinates of each row. */
  List<Map<String, String>> rows() {
    return rows;
  }

  /** Returns whether a row has a figure; if none has, there is nothing to make a table of. */
  boolean isMeasured() {
    return rows.stream().anyMatch(row -> cells.cell(benchmark, row).isPresent());
  }

  boolean shows(String key) {
    return shown.contains(key);
  }

  /** The parameters with one value, as {@code (group x25519, mutual false)}; may be empty. */
  String constants() {
    String constants =
        keys.stream()
            .filter(key -> !shown.contains(key) && rows.stream().anyMatch(r -> r.containsKey(key)))
            .map(key -> key + " " + rows.get(0).get(key))
            .collect(Collectors.joining(", "));
    return constants.isEmpty() ? "" : " (" + constants + ")";
  }

  /** An empty table with the parameters that vary, and more columns. */
  Block.Table table(String caption, boolean folded, List<String> columns) {
    List<String> header = new ArrayList<>(shown);
    header.addAll(columns);
    return new Block.Table(caption, folded, shown.size(), header, new ArrayList<>());
  }

  /** The cells at the left of a row, to which others can be added. */
  List<Cell> line(Map<String, String> row) {
    return shown.stream()
        .map(key -> Cell.of(row.getOrDefault(key, Cell.NONE.text())))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** The same as one text. */
  String label(Map<String, String> row) {
    return shown.stream().filter(row::containsKey).map(row::get).collect(Collectors.joining(", "));
  }

  /** The measured cell at a row's coordinates and some more. */
  Optional<Measured> cell(Map<String, String> row, Map<String, String> more) {
    return cells.cell(benchmark, with(row, more));
  }

  /** A figure that stands there, or the reason why there is none. */
  Cell cell(
      Map<String, String> row,
      Map<String, String> more,
      Notes notes,
      Function<Measured, Optional<Cell>> figure) {
    return cell(row, more)
        .map(cell -> figure.apply(cell).orElse(Cell.NONE))
        .or(() -> cells.reason(benchmark, with(row, more)).map(notes::gap))
        .orElse(Cell.NONE);
  }

  /**
   * The value, and the further end of its interval as a share of it: {@code 12.3 µs ±4.1 %}. An
   * interval that reaches further than the value itself stands in brackets.
   */
  static Cell spread(Figure figure) {
    double value = figure.value();
    double reach = Math.max(figure.high() - value, value - figure.low());
    if (figure.low95() == null || reach >= Math.abs(value)) {
      return Cell.of(figure);
    }
    String spread = "\u00a0±" + Numbers.percent(reach / Math.abs(value));
    return Cell.of(figure.unit().text(value) + spread, value);
  }

  static Map<String, String> with(Map<String, String> row, Map<String, String> more) {
    Map<String, String> coordinates = new LinkedHashMap<>(row);
    coordinates.putAll(more);
    return coordinates;
  }
}
