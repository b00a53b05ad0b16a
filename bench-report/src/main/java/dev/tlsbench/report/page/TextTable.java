package dev.tlsbench.report.page;

import java.util.ArrayList;
import java.util.List;

/** A text table: names are aligned to the left, figures to the right. */
final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final int names;

  /**
   * Creates an empty table.
   *
   * @param names the number of columns that hold names
   */
  TextTable(int names) {
    this.names = names;
  }

  void row(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  /** Returns all lines, indented, each with its end. */
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
