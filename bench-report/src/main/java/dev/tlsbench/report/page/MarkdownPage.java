package dev.tlsbench.report.page;

import dev.tlsbench.report.document.Answer;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Origin;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.json.Escapes;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders a report for pull requests on GitHub. */
public final class MarkdownPage {
  /** The longest table shown; GitHub limits a comment to 65,536 characters. */
  private static final int ROWS = 40;

  private final StringJoiner lines = new StringJoiner("\n", "", "\n");

  private MarkdownPage() {}

  public static String render(Document document) {
    MarkdownPage page = new MarkdownPage();
    page.write(document);
    return page.lines.toString();
  }

  private void write(Document document) {
    lines.add("# " + escape(document.title())).add("");
    summary(document, Answer.of(document));
    document.notices().forEach(this::notice);
    document.asides().forEach(this::notice);
    for (Section section : document.sections()) {
      lines.add("").add("## " + escape(section.title()));
      section.blocks().forEach(this::block);
    }
  }

  /** Writes answer, trust, circumstances and command, a line each. */
  private void summary(Document document, Answer answer) {
    StringJoiner findings = new StringJoiner(" ");
    answer.lead().forEach(finding -> findings.add(sentence(finding)));
    Origin origin = document.origin();
    String command =
        origin.command().isEmpty() ? "" : "<code>" + escape(origin.command()) + "</code>";
    // What forbids the result, or says that its server is none, comes before its figures.
    boolean trustFirst = answer.weight() == Weight.STOP || answer.weight() == Weight.UNREAL;
    String figures = small(document, findings.toString());
    List<String> summary =
        Stream.of(
                trustFirst ? escape(answer.trust()) : figures,
                trustFirst ? figures : escape(answer.trust()),
                escape(
                    Stream.of(document.kicker(), origin.server(), origin.client())
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; "))),
                command)
            .filter(line -> !line.isEmpty())
            .toList();
    lines.add(String.join("  \n", summary));
    answer.more().forEach(finding -> lines.add("").add(small(document, sentence(finding))));
  }

  private static String small(Document document, String text) {
    return document.canBeUsed() || text.isEmpty() ? text : "<sub>" + text + "</sub>";
  }

  private void notice(Notice notice) {
    // GitHub renders these quotations as alerts.
    String kind =
        notice.weight() == Weight.STOP || notice.weight() == Weight.UNREAL
            ? "CAUTION"
            : notice.weight() == Weight.CARE ? "WARNING" : "NOTE";
    lines.add("").add("> [!" + kind + "]").add("> **" + escape(notice.title()) + "**").add(">");
    notice.first().forEach(line -> lines.add("> - " + escape(line)));
    if (!notice.rest().isEmpty()) {
      lines.add(">").add("> <details><summary>" + notice.rest().size() + " more</summary>");
      lines.add(">");
      notice.rest().forEach(line -> lines.add("> - " + escape(line)));
      lines.add(">").add("> </details>");
    }
  }

  private static String sentence(Sentence sentence) {
    StringBuilder text = new StringBuilder();
    for (Sentence.Run run : sentence.runs()) {
      text.append(run.strong() ? "**" + escape(run.text()) + "**" : escape(run.text()));
    }
    return text.toString();
  }

  private void block(Block block) {
    lines.add("");
    if (block instanceof Block.Text text) {
      lines.add(escape(text.text()));
    } else if (block instanceof Block.Bullets bullets) {
      bullets.items().forEach(item -> lines.add("- " + escape(item)));
    } else if (block instanceof Block.Code code) {
      // Indented instead of fenced, so that no text can end the block.
      lines.add("    " + Escapes.of(code.text()));
    } else if (block instanceof Block.Chart chart) {
      lines.add("### " + escape(chart.title())).add("");
      table(chart.numbers());
    } else if (block instanceof Block.Table table) {
      table(table);
    }
  }

  private void table(Block.Table table) {
    if (table.rows().size() > ROWS) {
      lines.add(
          "%s: %s rows, which are in report.html."
              .formatted(escape(table.caption()), table.rows().size()));
      return;
    }
    if (table.folded()) {
      lines.add("<details><summary>" + Html.escape(table.caption()) + "</summary>").add("");
    } else {
      lines.add("**" + escape(table.caption()) + "**").add("");
    }
    StringJoiner header = row();
    StringJoiner rule = row();
    for (int i = 0; i < table.header().size(); i++) {
      header.add(escape(table.header().get(i)));
      rule.add(table.isNumber(i) ? "---:" : "---");
    }
    lines.add(header.toString()).add(rule.toString());
    for (List<Cell> cells : table.rows()) {
      StringJoiner row = row();
      cells.forEach(cell -> row.add(cell(cell)));
      lines.add(row.toString());
    }
    if (table.folded()) {
      lines.add("").add("</details>");
    }
  }

  private static StringJoiner row() {
    return new StringJoiner(" | ", "| ", " |");
  }

  private static String cell(Cell cell) {
    return cell.code() && !cell.text().isEmpty()
        ? "<code>" + escape(cell.text()) + "</code>"
        : escape(cell.text());
  }

  private static String escape(String text) {
    return Escapes.of(text)
        .replaceAll("([\\\\`*_{}\\[\\]#|~])", "\\\\$1")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;");
  }
}
