package dev.tlsbench.experiment.history;

import dev.tlsbench.experiment.history.ChangeResult.FigureChange;
import dev.tlsbench.experiment.history.ChangeResult.Verdict;
import dev.tlsbench.experiment.history.Lineup.Row;
import dev.tlsbench.experiment.history.ListedResult.Source;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Origin;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.stats.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pages on several results: side by side, as changes, and over time. */
public final class ResultsDocument {
  /** The figures of which the first that a result has leads. */
  private static final List<String> LEADING =
      List.of(
          Metric.TYPICAL.key(),
          Metric.TRIMMED_MEAN.key(),
          Metric.THROUGHPUT.key(),
          "total",
          "mean");

  private static final String NO_INTERVAL = "not\u00a0resolved (no\u00a0interval)";
  private static final int RATIO_DECIMALS = 4;

  private ResultsDocument() {}

  public static Document sideBySide(Lineup lineup) {
    return of("tlsbench report", "side by side", lineup, names(lineup.results()));
  }

  /** Returns the page of results over time, from the oldest to the newest. */
  public static Document overTime(Lineup lineup) {
    List<String> starts = lineup.results().stream().map(one -> one.source().started()).toList();
    return of(
        Document.kicker("history", starts.get(starts.size() - 1)),
        "over time",
        lineup,
        // Date and time to the minute.
        starts.stream()
            .map(start -> start.replaceFirst("^(\\S+)T(\\d\\d:\\d\\d).*$", "$1 $2"))
            .toList());
  }

  private static Document of(String kicker, String how, Lineup lineup, List<String> at) {
    List<ListedResult> results = lineup.results();
    List<String> names = names(results);
    Set<String> leads = results.stream().flatMap(ResultsDocument::lead).collect(Collectors.toSet());
    Predicate<Row> isLeading = row -> row.unit() == Unit.RATIO && leads.contains(row.name());
    List<Row> leading = lineup.rows().stream().filter(isLeading).toList();
    List<Row> others = lineup.rows().stream().filter(isLeading.negate()).toList();
    List<Notice> notices = new ArrayList<>(unusable(results));
    lineup.tlsRemark().map(Notice::ofTls).ifPresent(notices::add);
    return new Document(
        kicker,
        results.size() + " results " + how,
        notices,
        leading.stream().flatMap(row -> finding(row, names).stream()).toList(),
        differences(results),
        List.of(
            new Section(
                "figures",
                "Figures",
                true,
                List.of(
                    lines(
                        Stream.concat(leading.stream(), others.stream()).toList(),
                        at,
                        table(leading, names).open("The leading figures")),
                    table(others, names).folded("All other figures"))),
            new Section(
                "runs",
                "The results",
                List.of(
                    results(
                        "Machine and software",
                        results.stream().map(ListedResult::source).toList())))),
        Origin.UNKNOWN);
  }

  /** Numbers equal names, which folders in different places may have. */
  private static List<String> names(List<ListedResult> results) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      String name = results.get(i).toString();
      long before =
          results.subList(0, i).stream().filter(one -> one.toString().equals(name)).count();
      names.add(before == 0 ? name : name + " (" + (before + 1) + ")");
    }
    return names;
  }

  private static Stream<String> lead(ListedResult result) {
    return LEADING.stream()
        .filter(name -> result.figures().stream().anyMatch(one -> one.name().equals(name)))
        .limit(1);
  }

  /** Returns the results that must not be used, with their first reason. */
  private static List<Notice> unusable(List<ListedResult> results) {
    List<String> lines =
        results.stream()
            .filter(result -> !ExitCode.isUsable(result.run().exitCode()))
            .map(
                result ->
                    "%s: %s"
                        .formatted(
                            result,
                            result.run().problems().stream()
                                .findFirst()
                                .orElse("exit code " + result.run().exitCode())))
            .toList();
    return Notice.of(
        Weight.STOP,
        lines.size() == results.size()
            ? "These results must not be used"
            : lines.size() + " of these results must not be used",
        lines);
  }

  private static List<Sentence> finding(Row row, List<String> names) {
    List<Integer> known =
        IntStream.range(0, names.size())
            .filter(at -> row.at(at) != null && row.figure(at).low95() != null)
            .boxed()
            .toList();
    if (row.isControl() || known.size() < 2) {
      return List.of();
    }
    Comparator<Integer> byValue = Comparator.comparingDouble(at -> row.figure(at).value());
    int least = known.stream().min(byValue).orElseThrow();
    int most = known.stream().max(byValue).orElseThrow();
    double low = known.stream().mapToDouble(at -> row.figure(at).low()).max().orElseThrow();
    double high = known.stream().mapToDouble(at -> row.figure(at).high()).min().orElseThrow();
    Sentence sentence = Sentence.of(row.label() + ", " + row.title() + ": ");
    return List.of(
        low <= high
            ? sentence
                .strong("no difference seen")
                .then(" between " + known.size() + " results, whose intervals overlap.")
            : sentence
                .then("between ")
                .strong(row.figure(least).text())
                .then(" in " + names.get(least) + " and ")
                .strong(row.figure(most).text())
                .then(" in " + names.get(most) + "."));
  }

  private static List<Notice> differences(List<ListedResult> results) {
    Map<String, String> first = results.get(0).workload();
    List<String> lines =
        results.stream()
            .flatMap(result -> Lineup.differences(first, result.workload()).stream())
            .map(one -> one.name() + " is " + one.before() + " and " + one.after() + ".")
            .distinct()
            .toList();
    return Notice.of(Weight.CARE, "Not the same was measured", lines);
  }

  private static Chart lines(List<Row> rows, List<String> at, Table numbers) {
    Map<String, List<Row>> alike =
        rows.stream()
            .collect(Collectors.groupingBy(Row::title, LinkedHashMap::new, Collectors.toList()));
    List<String> subjects = rows.stream().map(Row::label).distinct().toList();
    List<View> views = new ArrayList<>();
    alike.forEach(
        (title, own) ->
            views.add(
                new View.Lines(
                    title,
                    "result",
                    at,
                    title,
                    own.get(0).unit(),
                    own.stream().map(row -> curve(row, subjects.indexOf(row.label()))).toList())));
    return new Chart(
        "Each figure of each result",
        "Each figure of each variant with its interval, from result to result",
        "Figure",
        views,
        numbers);
  }

  private static View.Lines.Curve curve(Row row, int number) {
    List<@Nullable Figure> figures = new ArrayList<>();
    row.figures().forEach(one -> figures.add(one == null ? null : one.figure()));
    Look.Kind kind = row.isControl() ? Look.Kind.CONTROL : Look.Kind.VARIANT;
    return new View.Lines.Curve(new Look(row.label(), kind, number), figures);
  }

  private static Columns<Row> table(List<Row> rows, List<String> names) {
    return Columns.of(rows)
        .text("variant", Row::label)
        .text("figure", Row::title)
        .named(2)
        .each(
            IntStream.range(0, names.size()).boxed().toList(),
            names::get,
            (row, at) -> row.at(at) == null ? Cell.NONE : Cell.of(row.figure(at)));
  }

  private static Table results(String caption, List<Source> sources) {
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

  public static Document of(ChangeResult result, Environment environment) {
    Source last = result.after().get(result.after().size() - 1);
    return new Document(
        Document.kicker("report", result.run().started()),
        "Changes on " + result.server(),
        Notice.of(result.tlsRemark(), result.run()),
        findings(result),
        asides(result),
        List.of(
            new Section("changes", "Changes", true, changes(result)),
            new Section(
                "runs",
                "The results",
                List.of(results("Before", result.before()), results("After", result.after()))),
            new Section("repeat", "Compare again", List.of(new Block.Code(result.run().command()))),
            new Section("reading", "How to read this", List.of(ofChanges()))),
        new Origin(
            result.run().command(),
            last.server(),
            last.processor() + ", JDK " + last.jdk(),
            List.of()));
  }

  private static List<Notice> asides(ChangeResult result) {
    List<Notice> asides =
        new ArrayList<>(Notice.of(Weight.CARE, "How far this goes", result.run().warnings()));
    asides.addAll(
        Notice.of(
            Weight.CARE,
            "The environments differ",
            result.differences().stream()
                .map(
                    one -> one.name() + ": " + one.before() + " before, " + one.after() + " after.")
                .toList()));
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

  /** Returns the leading figure of each variant, and all that changed. */
  private static List<Sentence> findings(ChangeResult result) {
    Set<String> variants = new HashSet<>();
    List<FigureChange> leading = new ArrayList<>();
    List<FigureChange> changed = new ArrayList<>();
    for (FigureChange change : result.changes()) {
      if (change.unit() == Unit.RATIO && variants.add(change.variant())) {
        leading.add(change);
      } else if (change.verdict() == Verdict.CHANGED) {
        changed.add(change);
      }
    }
    return Stream.concat(leading.stream(), changed.stream()).map(ResultsDocument::finding).toList();
  }

  private static Sentence finding(FigureChange change) {
    Sentence subject = Sentence.of(change.variant() + ", " + change.title() + ": ");
    return change.verdict() == Verdict.CHANGED
        ? subject.strong("changed by " + change.shown().plusMinus()).then(".")
        : subject.then("a change is ").strong(change(change).text()).then(".");
  }

  private static List<Block> changes(ChangeResult result) {
    List<Block> blocks = new ArrayList<>();
    Table table =
        Columns.of(result.changes())
            .text("variant", FigureChange::variant)
            .text("figure", FigureChange::title)
            .named(2)
            .cell("before", change -> number(change.unit(), change.before()))
            .cell("after", change -> number(change.unit(), change.after()))
            .cell("change (95\u00a0%\u00a0interval)", ResultsDocument::change)
            .open("Each figure before and after");
    List<FigureChange> drawn =
        result.changes().stream().filter(change -> change.shown().low95() != null).toList();
    List<String> variants = drawn.stream().map(FigureChange::variant).distinct().toList();
    View view =
        new View.Intervals(
            "",
            "after, compared with before",
            Unit.RATIO,
            drawn.stream()
                .map(
                    change ->
                        new View.Intervals.Row(
                            Look.variant(
                                change.variant() + ", " + change.title(),
                                variants.indexOf(change.variant())),
                            change.shown()))
                .toList());
    String label = "The change of each figure with its interval, one below the other";
    blocks.add(drawn.isEmpty() ? table : new Chart("Change of each figure", label, view, table));
    if (!result.leftOut().isEmpty()) {
      blocks.add(new Block.Bullets(result.leftOut()));
    }
    return blocks;
  }

  private static Cell change(FigureChange change) {
    return change.shown().low95() == null ? Cell.of(NO_INTERVAL) : Cell.of(change.shown());
  }

  private static Cell number(Unit unit, double value) {
    return Cell.of(
        unit == Unit.RATIO ? Numbers.fixed(value, RATIO_DECIMALS) : unit.text(value), value);
  }

  private static Text ofChanges() {
    return new Text(
        "A change is the figure after, divided by the figure before. Its 95 % interval holds the"
            + " errors of both sides and the spread between runs: that of the results themselves"
            + " if a side has three or more, and otherwise a standard deviation of "
            + Numbers.percent(Change.BETWEEN_MINUTES, 2)
            + " for ratios of a comparison, as measured between runs at different times of a day,"
            + " and at least the difference that was seen between starts of such a server."
            + " Times, rates and figures of connect get an interval only from three results of a"
            + " side. “Not resolved” does not mean that nothing changed: a change is less than the"
            + " size beside it. A change is not a cause: see which environments differ.");
  }
}
