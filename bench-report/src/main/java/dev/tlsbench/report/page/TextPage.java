package dev.tlsbench.report.page;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.json.Escapes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Renders a report for a terminal: plain text in columns, without escape sequences. It contains the
 * open tables of {@linkplain Section#brief() brief} sections. A table that is wider than {@value
 * #WIDTH} characters is transposed if that makes it narrower.
 */
public final class TextPage {
  private static final int WIDTH = 120;
  private static final String BOX = "+" + "-".repeat(79);
  private static final String GAP = "  ";

  private final StringJoiner lines = new StringJoiner("\n", "", "\n");

  private TextPage() {}

  /** Returns several lines, each ended by a line feed. */
  public static String render(Document document) {
    TextPage page = new TextPage();
    page.write(document);
    return page.lines.toString();
  }

  private void write(Document document) {
    document.notices().forEach(this::notice);
    if (document.canBeUsed()) {
      document.findings().forEach(sentence -> lines.add(plain(sentence.plain())));
    }
    for (Section section : document.sections()) {
      if (section.brief()) {
        section.blocks().forEach(this::block);
      }
    }
    if (!document.canBeUsed() && !document.findings().isEmpty()) {
      lines.add("").add("Not to be used:");
      document.findings().forEach(sentence -> lines.add("  " + plain(sentence.plain())));
    }
    for (Notice aside : document.asides()) {
      lines.add("");
      aside.first().forEach(line -> lines.add(plain("Note: " + line)));
      if (!aside.rest().isEmpty()) {
        lines.add("Notes left to report.md: " + aside.rest().size());
      }
    }
  }

  private void notice(Notice notice) {
    if (notice.weight() == Notice.Weight.UNREAL) {
      box(notice);
    } else {
      lines.add(plain(notice.title() + ":"));
      notice.lines().forEach(line -> lines.add("  " + plain(line)));
    }
    lines.add("");
  }

  private void box(Notice notice) {
    lines.add(BOX);
    lines.add("| " + plain(notice.title()).toUpperCase(Locale.ROOT));
    for (String line : notice.lines()) {
      String rest = plain(line);
      while (rest.length() > BOX.length()) {
        int space = rest.lastIndexOf(' ', BOX.length());
        int end = space < 0 ? BOX.length() : space;
        lines.add("| " + rest.substring(0, end));
        rest = rest.substring(end).strip();
      }
      lines.add("| " + rest);
    }
    lines.add(BOX);
  }

  /** Leaves out texts and commands. */
  private void block(Block block) {
    if (block instanceof Block.Bullets bullets) {
      bullets.items().forEach(item -> lines.add("  " + plain(item)));
    } else if (block instanceof Block.Chart chart) {
      table(chart.numbers());
    } else if (block instanceof Table table) {
      table(table);
    }
  }

  private void table(Table table) {
    if (table.folded() || table.rows().isEmpty()) {
      return;
    }
    String text = text(table);
    if (width(text) > WIDTH) {
      String turned = text(table.turned());
      text = width(turned) < width(text) ? turned : text;
    }
    lines.add("").add(plain(table.caption())).add(text);
  }

  private static String text(Table table) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(table.header().stream().map(TextPage::plain).toList());
    table.rows().forEach(row -> rows.add(row.stream().map(cell -> plain(cell.text())).toList()));
    return text(rows, table.names());
  }

  /** Aligns the first columns, which contain names, to the left, and figures to the right. */
  private static String text(List<List<String>> rows, int names) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringJoiner text = new StringJoiner("\n");
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        String pad = " ".repeat(widths[i] - row.get(i).length());
        line.append(GAP).append(i < names ? row.get(i) + pad : pad + row.get(i));
      }
      text.add(line.toString().stripTrailing());
    }
    return text.toString();
  }

  private static int width(String text) {
    return text.lines().mapToInt(String::length).max().orElse(0);
  }

  private static String plain(String text) {
    return Escapes.of(text).replace('\u00a0', ' ');
  }
}
