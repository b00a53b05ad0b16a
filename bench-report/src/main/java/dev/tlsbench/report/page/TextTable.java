package dev.tlsbench.report.page;

import java.util.ArrayList;
import java.util.List;

/** Rows whose columns stand below each other: names to the left, figures to the right. */
final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final int names;

  /**
   * Begins a table.
   *
   * @param names how many columns are names
   */
  TextTable(int names) {
    this.names = names;
  }

  /**
   * Adds a row.
   *
   * @param cells from left to right
   */
  void row(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  /**
   * The table.
   *
   * @return all lines, each indented, each with its end
   */
  String text() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(GAP);
      for (int i = 0; i < row.size(); i++) {
        String pad = " ".repeat(widths[i] - row.get(i).length());
        line.append((i == 0 ? "" : GAP) + (i < names ? row.get(i) + pad : pad + row.get(i)));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
