package dev.tlsbench.experiment.history;

import dev.tlsbench.experiment.history.ChangeResult.FigureChange;
import dev.tlsbench.experiment.history.ChangeResult.Source;
import dev.tlsbench.experiment.history.ChangeResult.Verdict;
import dev.tlsbench.experiment.history.KeptRun.Difference;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Beside;
import dev.tlsbench.report.document.Beside.Measure;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Bullets;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.stats.Change;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The report on changes between results. */
public final class ChangeDocument {
  private static final String NO_INTERVAL = "not\u00a0resolved (no\u00a0interval)";

  private static final int RATIO_DECIMALS = 4;

  private ChangeDocument() {}

  /**
   * Returns the report.
   *
   * @param tlsRemark how the cost of a server's TLS differs from a real server's; {@code null} if
   *     it does not
   */
  public static Document of(ChangeResult result, @Nullable String tlsRemark) {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("changes", "Changes", true, List.of(chart(result))));
    sections.add(new Section("environment", "What differs beside", true, differences(result)));
    sections.add(
        new Section(
            "runs",
            "The results",
            List.of(runs("Before", result.before()), runs("After", result.after()))));
    sections.add(new Section("repeat", "Compare again", List.of(new Code(result.run().command()))));
    sections.add(new Section("reading", "How to read this", List.of(reading())));
    List<Notice> notices = new ArrayList<>();
    Notice.ofTls(tlsRemark).ifPresent(notices::add);
    Notice.ofLimits(result.run()).ifPresent(notices::add);
    return new Document(
        Document.kicker("report", result.run().started()),
        "Changes on " + result.server(),
        notices,
        findings(result),
        asides(result),
        sections,
        beside(result));
  }

  private static List<Notice> asides(ChangeResult result) {
    List<Notice> asides = new ArrayList<>();
    if (!result.run().warnings().isEmpty()) {
      asides.add(new Notice(Weight.CARE, "How far this goes", result.run().warnings()));
    }
    if (!result.differences().isEmpty()) {
      asides.add(
          new Notice(
              Weight.CARE,
              "The environments differ",
              result.differences().stream().map(ChangeDocument::sentence).toList()));
    }
    if (result.changes().stream().anyMatch(change -> change.shown().low95() == null)) {
      asides.add(
          new Notice(
              Weight.NOTE,
              "Figures without an interval",
              List.of(
                  "Some figures have no interval, so it is not known whether they changed: give"
                      + " three results of a side (--baseline may be repeated).")));
    }
    return asides;
  }

  private static String sentence(Difference difference) {
    return difference.name()
        + ": "
        + difference.before()
        + " before, "
        + difference.after()
        + " after.";
  }

  /** Returns the leading figure of each variant, and all that changed. */
  private static List<Sentence> findings(ChangeResult result) {
    Set<String> variants = new HashSet<>();
    List<FigureChange> leading = new ArrayList<>();
    List<FigureChange> changed = new ArrayList<>();
    for (FigureChange change : result.changes()) {
      boolean leads = change.unit() == Unit.RATIO && variants.add(change.variant());
      if (leads) {
        leading.add(change);
      } else if (change.verdict() == Verdict.CHANGED) {
        changed.add(change);
      }
    }
    return Stream.concat(leading.stream(), changed.stream()).map(ChangeDocument::finding).toList();
  }

  private static Sentence finding(FigureChange change) {
    Sentence subject = Sentence.of(change.variant() + ", " + change.title() + ": ");
    return change.verdict() == Verdict.CHANGED
        ? subject.strong("changed by " + change.shown().plusMinus()).then(".")
        : subject.then("a change is ").strong(verdict(change)).then(".");
  }

  static String verdict(FigureChange change) {
    if (change.verdict() == Verdict.CHANGED) {
      return "changed";
    }
    return change.shown().low95() == null ? NO_INTERVAL : change.shown().text();
  }

  private static Block chart(ChangeResult result) {
    Table table =
        Columns.of(result.changes())
            .text("variant", FigureChange::variant)
            .text("figure", FigureChange::title)
            .named(2)
            .cell("before", change -> number(change.unit(), change.before()))
            .cell("after", change -> number(change.unit(), change.after()))
            .cell("change (95\u00a0%\u00a0interval)", ChangeDocument::change)
            .text("verdict", ChangeDocument::verdict)
            .open("Each figure before and after");
    List<FigureChange> drawn =
        result.changes().stream().filter(change -> change.shown().low95() != null).toList();
    if (drawn.isEmpty()) {
      return table;
    }
    List<String> variants = drawn.stream().map(FigureChange::variant).distinct().toList();
    return new Chart(
        "Change of each figure",
        "The change of each figure with its interval, one below the other",
        new View.Intervals(
            "",
            "after, compared with before",
            Unit.RATIO,
            drawn.stream()
                .map(
                    change ->
                        new View.Intervals.Row(
                            change.variant() + ", " + change.title(),
                            Look.variant(change.variant(), variants.indexOf(change.variant())),
                            change.change().value(),
                            change.change().low95(),
                            change.change().high95(),
                            null,
                            null))
                .toList()),
        table);
  }

  private static Cell change(FigureChange change) {
    return change.shown().low95() == null
        ? Cell.NONE
        : Cell.of(
            change.verdict() == Verdict.CHANGED ? change.shown().text() : change.shown().range(),
            change.shown());
  }

  private static Cell number(Unit unit, double value) {
    return Cell.of(
        unit == Unit.RATIO ? Numbers.fixed(value, RATIO_DECIMALS) : unit.text(value), value);
  }

  private static List<Block> differences(ChangeResult result) {
    List<Block> blocks = new ArrayList<>();
    if (result.differences().isEmpty()) {
      blocks.add(
          new Text(
              "Server, processor, kernel, JDK, libraries and settings that the results record are"
                  + " equal before and after."));
    } else {
      blocks.add(
          Columns.of(result.differences())
              .text("what", Difference::name)
              .text("before", Difference::before)
              .text("after", Difference::after)
              .open("Environment"));
    }
    if (!result.leftOut().isEmpty()) {
      blocks.add(new Bullets(result.leftOut()));
    }
    return blocks;
  }

  private static Table runs(String caption, List<Source> sources) {
    return Columns.of(sources)
        .text("result", Source::name)
        .text("started", Source::started)
        .text("commit of tlsbench", Source::commit)
        .text("server", Source::server)
        .text("processor", Source::processor)
        .text("kernel", Source::kernel)
        .text("JDK", Source::jdk)
        .open(caption);
  }

  private static Text reading() {
    return new Text(
        "A change is the figure after, divided by the figure before. Its 95 % interval holds the"
            + " errors of both sides and the spread between runs: that of the results themselves"
            + " if a side has three or more, and otherwise a standard deviation of "
            + Numbers.percent(Change.BETWEEN_MINUTES, 2)
            + " for ratios of a comparison, as measured between runs at different times of a day,"
            + " and at least the difference that was seen between starts of such a server."
            + " Times, rates and figures of connect get an interval only from three results of a"
            + " side. “Not resolved” does not mean that nothing changed: a change is less than the"
            + " size beside it. A change is not a cause: see what differs beside.");
  }

  private static Beside beside(ChangeResult result) {
    Source last = result.after().get(result.after().size() - 1);
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", result.run().command());
    facts.put("server", last.server());
    facts.put("CPU", last.processor());
    facts.put("kernel", last.kernel());
    facts.put("JDK", last.jdk());
    return Beside.of(
        facts,
        result.changes().stream()
            .map(
                change ->
                    new Measure(
                        "change of " + change.title(), change.variant(), false, change.shown()))
            .toList());
  }
}
