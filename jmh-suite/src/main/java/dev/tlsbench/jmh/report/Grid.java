package dev.tlsbench.jmh.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * The cells of one benchmark as rows of a table: one for each combination of the row's parameters
 * that was measured or is absent. A parameter that never varies moves from the rows to the title.
 */
final class Grid {
  /** The parameters of rows that are shown even if they have one value. */
  private final List<String> always;

  private final Cells cells;
  private final String benchmark;
  private final List<String> keys;
  private final List<Map<String, String>> rows;

  Grid(Cells cells, String benchmark, List<String> always, List<String> keys) {
    this.cells = cells;
    this.benchmark = benchmark;
    this.always = always;
    this.keys = keys;
    this.rows = new ArrayList<>();
    collect(new LinkedHashMap<>(), 0);
    rows.removeIf(row -> "none".equals(row.get("provider")));
    rows.sort(keys.stream().map(Grid::by).reduce(Comparator::thenComparing).orElseThrow());
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
      Map<String, String> longer = new LinkedHashMap<>(row);
      longer.put(key, value);
      collect(longer, depth + 1);
    }
  }

  /** The coordinates of each row. */
  List<Map<String, String>> rows() {
    return rows;
  }

  /** Whether a row has a figure; if none has, there is nothing to make a table of. */
  boolean isMeasured() {
    return rows.stream().anyMatch(row -> cells.cell(benchmark, row).isPresent());
  }

  /** The parameters that stand in the rows. */
  List<String> shown() {
    return keys.stream().filter(key -> always.contains(key) || values(key) > 1).toList();
  }

  private long values(String key) {
    return rows.stream().map(row -> row.getOrDefault(key, "")).distinct().count();
  }

  /** The parameters with one value, as {@code group x25519, mutual false}; may be empty. */
  String constants() {
    StringJoiner constants = new StringJoiner(", ");
    for (String key : keys) {
      if (!rows.isEmpty() && !shown().contains(key) && rows.get(0).containsKey(key)) {
        constants.add(key + " " + rows.get(0).get(key));
      }
    }
    return constants.toString();
  }

  /** The words at the left of a row. */
  List<String> words(Map<String, String> row) {
    return shown().stream().map(key -> row.getOrDefault(key, Notes.NONE)).toList();
  }

  /** The cell at a row's coordinates and some more. */
  Optional<Cell> cell(Map<String, String> row, Map<String, String> more) {
    return cells.cell(benchmark, with(row, more));
  }

  /** What stands there: what is made of the cell, or why there is none. */
  String text(
      Map<String, String> row,
      Map<String, String> more,
      Notes notes,
      Function<Cell, Optional<String>> text) {
    Map<String, String> coordinates = with(row, more);
    return cells
        .cell(benchmark, coordinates)
        .map(cell -> text.apply(cell).orElse(Notes.NONE))
        .or(() -> cells.reason(benchmark, coordinates).map(notes::gap))
        .orElse(Notes.NONE);
  }

  static Map<String, String> with(Map<String, String> row, Map<String, String> more) {
    Map<String, String> coordinates = new LinkedHashMap<>(row);
    coordinates.putAll(more);
    return coordinates;
  }
}
