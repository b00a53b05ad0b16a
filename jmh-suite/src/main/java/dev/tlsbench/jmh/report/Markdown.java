package dev.tlsbench.jmh.report;

import java.util.List;
import java.util.StringJoiner;

/** A report as GitHub shows it. */
final class Markdown {
  private final StringJoiner lines = new StringJoiner("\n", "", "\n");

  private Markdown() {}

  static String render(List<Block> blocks) {
    Markdown markdown = new Markdown();
    for (int i = 0; i < blocks.size(); i++) {
      if (i > 0) {
        markdown.lines.add("");
      }
      markdown.add(blocks.get(i));
    }
    return markdown.lines.toString();
  }

  private void add(Block block) {
    if (block instanceof Block.Heading heading) {
      lines.add("#".repeat(heading.level()) + " " + heading.text());
    } else if (block instanceof Block.Paragraph paragraph) {
      lines.add(paragraph.text());
    } else if (block instanceof Block.Bullets bullets) {
      bullets.items().forEach(item -> lines.add("- " + item));
    } else if (block instanceof Block.Table table) {
      add(table);
    }
  }

  private void add(Block.Table table) {
    if (!table.title().isEmpty()) {
      lines.add("**" + table.title() + "**").add("");
    }
    lines.add(row(table.header()));
    StringJoiner rule = new StringJoiner(" | ", "| ", " |");
    for (int i = 0; i < table.header().size(); i++) {
      rule.add(i < table.words() ? "---" : "---:");
    }
    lines.add(rule.toString());
    table.rows().forEach(row -> lines.add(row(row)));
    if (!table.notes().isEmpty()) {
      lines.add("").add(Notes.list(table.notes(), "  \n"));
    }
  }

  private static String row(List<String> cells) {
    StringJoiner row = new StringJoiner(" | ", "| ", " |");
    cells.forEach(cell -> row.add(cell.replace("|", "\\|")));
    return row.toString();
  }
}
