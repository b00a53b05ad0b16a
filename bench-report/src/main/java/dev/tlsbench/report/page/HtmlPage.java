package dev.tlsbench.report.page;

import dev.tlsbench.report.document.Answer;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Renders a report as one HTML page that needs no network. Style, scripts and numbers are embedded;
 * the Content-Security-Policy forbids other scripts and all requests.
 */
public final class HtmlPage {
  private static final Pattern PART = Pattern.compile("\\$\\{(\\w+)}");

  /** Lines of a note that are always open. */
  private static final int ASIDES = 3;

  private final Html html = new Html();

  /** The data for {@code report.js}, in the order of the figures. */
  private final List<ChartData> charts = new ArrayList<>();

  /** The chart above all sections. */
  private Block.@Nullable Chart lead;

  private record ChartData(String chooser, List<View> views) {}

  private HtmlPage() {}

  public static String render(Document document) {
    HtmlPage page = new HtmlPage();
    page.main(document);
    String library = charts(document).findAny().isPresent() ? Assets.chartJs() : "";
    String script = Assets.read("report.js");
    Map<String, String> parts =
        Map.of(
            "hashes", Assets.hash(library) + " " + Assets.hash(script),
            "title", Html.escape(document.title()),
            "kicker", Html.escape(document.kicker()),
            "style", Assets.read("report.css"),
            "main", page.html.toString(),
            "version", String.valueOf(Assets.versions().get("tlsbench")),
            "licence", library.isEmpty() ? "" : " Charts by Chart.js, MIT licence.",
            "data", Json.inScript(page.charts),
            "library", library,
            "script", script);
    // In one pass, or a text could name another part.
    return PART.matcher(Assets.read("page.html"))
        .replaceAll(part -> Matcher.quoteReplacement(parts.getOrDefault(part.group(1), "")));
  }

  private void main(Document document) {
    Answer answer = Answer.of(document);
    notices(document.notices());
    findings("In short", answer.lead(), false, document.canBeUsed());
    if (document.notices().isEmpty() && !answer.trust().isEmpty()) {
      String weight = answer.weight().name().toLowerCase(Locale.ROOT);
      html.element("p", answer.trust(), "class", "trust " + weight).line();
    }
    charts(document).findFirst().ifPresent(this::lead);
    findings("More results", answer.more(), true, document.canBeUsed());
    // A single warning may already stand above the chart.
    document.asides().stream().filter(aside -> !answer.repeats(aside)).forEach(this::aside);
    contents(document.sections());
    html.open("div", "id", "numbers").line();
    document.sections().forEach(this::section);
    html.close("div").line();
  }

  private static Stream<Block.Chart> charts(Document document) {
    return document.sections().stream()
        .flatMap(section -> section.blocks().stream())
        .filter(Block.Chart.class::isInstance)
        .map(Block.Chart.class::cast);
  }

  /**
   * Renders the first line of each notice that forbids the result or names a test server, and folds
   * the rest, so that a chart follows.
   */
  private void notices(List<Notice> notices) {
    for (int i = 0; i < notices.size(); i++) {
      Notice notice = notices.get(i);
      open(notice);
      if (i == 0 || notice.weight() == Notice.Weight.STOP) {
        int shown = Math.min(1, notice.lines().size());
        html.element("h2", notice.title()).line();
        lines(notice.lines().subList(0, shown));
        folded(notice.lines().subList(shown, notice.lines().size()));
      } else {
        html.open("details").open("summary").element("h2", notice.title()).close("summary");
        lines(notice.lines());
        html.close("details").line();
      }
      html.close("section").line();
    }
  }

  private void aside(Notice notice) {
    open(notice);
    html.element("h2", notice.title()).line();
    lines(notice.first());
    folded(notice.rest());
    html.close("section").line();
  }

  private void open(Notice notice) {
    html.open("section", "class", "notice " + notice.weight().name().toLowerCase(Locale.ROOT))
        .line();
  }

  private void folded(List<String> lines) {
    if (!lines.isEmpty()) {
      html.open("details").element("summary", lines.size() + " more");
      lines(lines);
      html.close("details").line();
    }
  }

  private void lines(List<String> lines) {
    if (lines.size() == 1) {
      html.element("p", lines.get(0)).line();
    } else if (!lines.isEmpty()) {
      html.open("ul");
      lines.forEach(line -> html.element("li", line));
      html.close("ul").line();
    }
  }

  /** Renders findings; those below the chart are folded if they are many. */
  private void findings(String heading, List<Sentence> findings, boolean folds, boolean usable) {
    if (findings.isEmpty()) {
      return;
    }
    String size = folds || findings.size() > 2 ? "findings many" : "findings";
    html.open("section", "class", usable ? size : size + " unusable").line();
    html.element("h2", heading, "class", "unseen").line();
    if (folds && findings.size() > ASIDES) {
      html.open("details").element("summary", findings.size() + " more results");
      sentences(findings);
      html.close("details").line();
    } else {
      sentences(findings);
    }
    html.close("section").line();
  }

  private void sentences(List<Sentence> findings) {
    for (Sentence finding : findings) {
      html.open("p");
      for (Sentence.Run run : finding.runs()) {
        if (run.strong()) {
          html.element("strong", run.text());
        } else {
          html.text(run.text());
        }
      }
      html.close("p").line();
    }
  }

  /** Renders the first chart above all sections; its table stays in its section. */
  private void lead(Block.Chart chart) {
    lead = chart;
    html.open("section", "class", "lead").line();
    figure(chart, "h2");
    html.close("section").line();
  }

  private void contents(List<Section> sections) {
    html.open("nav", "aria-label", "Sections").open("ul").line();
    for (Section section : sections) {
      html.open("li").element("a", section.title(), "href", "#" + section.id()).close("li").line();
    }
    html.close("ul").close("nav").line();
  }

  private void section(Section section) {
    String heading = section.id() + "-title";
    html.open("section", "id", section.id(), "aria-labelledby", heading).line();
    html.element("h2", section.title(), "id", heading).line();
    section.blocks().forEach(this::block);
    html.close("section").line();
  }

  private void block(Block block) {
    if (block instanceof Block.Text text) {
      html.element("p", text.text()).line();
    } else if (block instanceof Block.Bullets bullets) {
      html.open("ul", "class", "notes");
      bullets.items().forEach(item -> html.element("li", item));
      html.close("ul").line();
    } else if (block instanceof Block.Code code) {
      html.open("pre", "tabindex", "0", "aria-label", "Command")
          .element("code", code.text())
          .close("pre")
          .line();
    } else if (block instanceof Block.Chart chart) {
      if (!chart.equals(lead)) {
        figure(chart, "h3");
      }
      table(chart.numbers());
    } else if (block instanceof Table table) {
      table(table);
    }
  }

  private void figure(Block.Chart chart, String heading) {
    charts.add(new ChartData(chart.chooser(), chart.views()));
    html.open("figure", "class", "chart").line();
    html.open("figcaption").element(heading, chart.title()).close("figcaption").line();
    html.open("div", "class", "controls").close("div").line();
    html.open("div", "class", "plot")
        .open(
            "canvas",
            "role",
            "img",
            "aria-label",
            chart.label() + "; the table below has its numbers.")
        .close("canvas")
        .close("div")
        .line();
    html.close("figure").line();
  }

  private void table(Table table) {
    if (table.folded()) {
      html.open("details").element("summary", table.caption()).line();
    }
    // A table that is wider than the page scrolls by itself, also by keyboard.
    html.open(
            "div",
            "class",
            "scroll",
            "role",
            "region",
            "tabindex",
            "0",
            "aria-label",
            table.caption())
        .open("table")
        .line();
    html.element("caption", table.caption()).line();
    html.open("thead").open("tr");
    for (int i = 0; i < table.header().size(); i++) {
      String kind = table.isNumber(i) ? "number" : "words";
      html.element("th", table.header().get(i), "scope", "col", "class", kind);
    }
    html.close("tr").close("thead").line().open("tbody").line();
    for (List<Cell> row : table.rows()) {
      html.open("tr");
      for (int i = 0; i < row.size(); i++) {
        cell(row.get(i), i < table.names(), table.isNumber(i));
      }
      html.close("tr").line();
    }
    html.close("tbody").close("table").close("div").line();
    if (table.folded()) {
      html.close("details").line();
    }
  }

  private void cell(Cell cell, boolean name, boolean number) {
    String element = name ? "th" : "td";
    if (name) {
      html.open(element, "scope", "row");
    } else if (number) {
      html.open(element, "class", "number");
    } else {
      html.open(element);
    }
    if (cell.value() != null) {
      html.element("data", cell.text(), "value", Json.number(cell.value()));
    } else if (cell.code()) {
      html.open("code").breakable(cell.text()).close("code");
    } else {
      html.element("span", cell.text());
    }
    html.close(element);
  }
}
