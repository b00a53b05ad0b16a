package dev.tlsbench.jmh.report;

import java.util.List;
import java.util.StringJoiner;

/** A report for a terminal: columns aligned, no escape sequences. */
final class PlainText {
  private static final int WIDTH = 100;
  private static final String GAP = "  ";

  private final StringJoiner lines = new StringJoiner("\n", "", "\n");

  private PlainText() {}

  static String render(List<Block> blocks) {
    PlainText text = new PlainText();
    for (int i = 0; i < blocks.size(); i++) {
      if (i > 0) {
        text.lines.add("");
      }
      text.add(blocks.get(i));
    }
    return text.lines.toString();
  }

  private void add(Block block) {
    if (block instanceof Block.Heading heading) {
      lines.add(heading.text());
      lines.add((heading.level() < 2 ? "=" : "-").repeat(heading.text().length()));
    } else if (block instanceof Block.Paragraph paragraph) {
      wrap("", paragraph.text());
    } else if (block instanceof Block.Bullets bullets) {
      bullets.items().forEach(item -> wrap("- ", item));
    } else if (block instanceof Block.Table table) {
      add(table);
    }
  }

  private void add(Block.Table table) {
    if (!table.title().isEmpty()) {
      lines.add(table.title());
    }
    int[] widths = new int[table.header().size()];
    measure(widths, table.header());
    table.rows().forEach(row -> measure(widths, row));
    line(table, widths, table.header());
    table.rows().forEach(row -> line(table, widths, row));
    if (!table.notes().isEmpty()) {
      lines.add(Notes.list(table.notes(), "\n"));
    }
  }

  private static void measure(int[] widths, List<String> row) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], length(row.get(i)));
    }
  }

  private void line(Block.Table table, int[] widths, List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = plain(row.get(i));
      String padding = " ".repeat(widths[i] - length(cell));
      boolean words = i < table.words();
      line.append(GAP).append(words ? "" : padding).append(cell).append(words ? padding : "");
    }
    lines.add(line.toString().stripTrailing());
  }

  /** Without the marks of code. */
  private static String plain(String text) {
    return text.replace("`", "");
  }

  private static int length(String cell) {
    String shown = plain(cell);
    return shown.codePointCount(0, shown.length());
  }

  private void wrap(String mark, String text) {
    StringBuilder line = new StringBuilder(mark);
    String indent = " ".repeat(mark.length());
    boolean first = true;
    for (String word : plain(text).split(" ", -1)) {
      if (!first && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(indent);
        first = true;
      }
      line.append(first ? "" : " ").append(word);
      first = false;
    }
    lines.add(line.toString());
  }
}
