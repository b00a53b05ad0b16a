package dev.tlsbench.report.page;

import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Beside;
import dev.tlsbench.report.document.Beside.Fact;
import dev.tlsbench.report.document.Beside.Measure;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Look.Kind;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares documents of any kind: one chart and one table, with a row for each variant of each run.
 * They show the leading figure of each document, which is its first; all others are folded.
 */
public final class SideBySide {
  /** The names of the folders that tlsbench creates: time and command. */
  private static final String OWN_NAME =
      "^(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z-(.*)$";

  /** A figure of a run. */
  private record Row(String run, Document document, Measure measure) {
    boolean unusable() {
      return document.notices().stream().anyMatch(notice -> notice.weight() == Weight.STOP);
    }
  }

  private final Map<String, Document> documents;
  private final List<Row> rows;
  private final Predicate<Row> leads;

  private SideBySide(Map<String, Document> documents) {
    this.documents = named(documents);
    this.rows =
        this.documents.entrySet().stream()
            .flatMap(
                run ->
                    run.getValue().beside().measures().stream()
                        .map(measure -> new Row(run.getKey(), run.getValue(), measure)))
            .toList();
    this.leads =
        row -> row.measure().metric().equals(row.document().beside().measures().get(0).metric());
  }

  /**
   * Returns a document that compares others.
   *
   * @param documents two or more, by the names of their folders
   */
  public static Document of(Map<String, Document> documents) {
    return new SideBySide(documents).document();
  }

  /** Replaces the names that tlsbench gives to folders by time and command. */
  private static Map<String, Document> named(Map<String, Document> documents) {
    Map<String, Document> named = new LinkedHashMap<>();
    documents.forEach(
        (folder, document) -> {
          String run = document.kicker().replaceFirst("^tlsbench (.*), (.*) UTC$", "$2 $1");
          String own = folder.replaceFirst(OWN_NAME, "$1-$2-$3 $4:$5:$6 $7");
          named.put(own.equals(folder) ? folder + " (" + run + ")" : own, document);
        });
    return named;
  }

  private Document document() {
    return new Document(
        "tlsbench report",
        documents.size() + " results side by side",
        notices(),
        findings(),
        asides(),
        List.of(figures(), new Section("runs", "The runs", List.of(facts()))),
        Beside.of(Map.of(), List.of()));
  }

  /** Returns the runs that must not be used, with their first reason. */
  private List<Notice> notices() {
    List<String> unusable = new ArrayList<>();
    documents.forEach(
        (run, document) ->
            document.notices().stream()
                .filter(notice -> notice.weight() == Weight.STOP)
                .flatMap(notice -> notice.lines().stream())
                .findFirst()
                .ifPresent(reason -> unusable.add(run + ": " + reason)));
    return unusable.isEmpty()
        ? List.of()
        : List.of(
            new Notice(
                Weight.STOP,
                unusable.size() == documents.size()
                    ? "These results must not be used"
                    : unusable.size() + " of these results must not be used",
                unusable));
  }

  /** Returns a sentence for each variant of several runs. */
  private List<Sentence> findings() {
    Map<List<String>, List<Row>> alike =
        rows.stream()
            .filter(leads)
            .filter(row -> !row.measure().control() && row.measure().figure().low95() != null)
            .collect(
                Collectors.groupingBy(
                    row -> List.of(row.measure().metric(), row.measure().subject()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return alike.values().stream()
        .filter(several -> several.size() > 1)
        .map(SideBySide::sentence)
        .toList();
  }

  private static Sentence sentence(List<Row> several) {
    Measure first = several.get(0).measure();
    Comparator<Row> byValue = Comparator.comparingDouble(row -> row.measure().figure().value());
    Row least = several.stream().min(byValue).orElseThrow();
    Row most = several.stream().max(byValue).orElseThrow();
    boolean agree =
        several.stream().mapToDouble(row -> row.measure().figure().low()).max().orElseThrow()
            <= several.stream()
                .mapToDouble(row -> row.measure().figure().high())
                .min()
                .orElseThrow();
    Sentence sentence = Sentence.of(first.subject() + ", " + first.metric() + ": ");
    return agree
        ? sentence
            .strong("no difference seen")
            .then(" between " + several.size() + " runs, whose intervals overlap.")
        : sentence
            .then("between ")
            .strong(least.measure().figure().text())
            .then(" in " + least.run() + " and ")
            .strong(most.measure().figure().text())
            .then(" in " + most.run() + ".");
  }

  private List<Notice> asides() {
    Set<String> baselines =
        documents.values().stream()
            .flatMap(document -> document.beside().facts().stream())
            .filter(fact -> fact.name().equals(Beside.BASELINE))
            .map(Fact::value)
            .collect(Collectors.toCollection(TreeSet::new));
    return baselines.size() < 2
        ? List.of()
        : List.of(
            new Notice(
                Weight.CARE,
                "Different baselines",
                List.of(
                    "The runs have different baselines ("
                        + String.join(", ", baselines)
                        + "), so their ratios cannot be compared.")));
  }

  private Section figures() {
    List<Row> leading = rows.stream().filter(leads).toList();
    if (leading.isEmpty()) {
      return new Section(
          "figures", "Side by side", true, List.of(new Text("These results share no figures.")));
    }
    List<String> metrics = leading.stream().map(row -> row.measure().metric()).distinct().toList();
    Table table =
        table(leading)
            .open(
                metrics.size() == 1
                    ? Numbers.capital(metrics.get(0))
                    : "The leading figure of each variant of each run");
    List<View> views =
        leading.stream()
            .filter(row -> row.measure().figure().low95() != null)
            .collect(
                Collectors.groupingBy(
                    row -> row.measure().metric(), LinkedHashMap::new, Collectors.toList()))
            .values()
            .stream()
            .map(SideBySide::view)
            .toList();
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        views.isEmpty()
            ? table
            : new Chart(
                "Each variant of each run",
                "The leading figure of each variant and run with its interval, one below the other",
                "Figure",
                views,
                table));
    List<Row> others = rows.stream().filter(leads.negate()).toList();
    if (!others.isEmpty()) {
      blocks.add(table(others).folded("All other figures"));
    }
    return new Section("figures", "Side by side", true, blocks);
  }

  private static Columns<Row> table(List<Row> rows) {
    Set<String> metrics =
        rows.stream()
            .map(row -> row.measure().metric())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    Columns<Row> columns =
        Columns.of(rows)
            .text("run", Row::run)
            .text("server", row -> fact(row.document(), "server"))
            .text("variant", row -> row.measure().subject());
    if (metrics.size() > 1) {
      columns.text("figure", row -> row.measure().metric());
    }
    return columns
        .named(metrics.size() > 1 ? 4 : 3)
        .cell("value (95\u00a0%\u00a0interval)", row -> Cell.of(row.measure().figure()))
        .text("remark", row -> row.unusable() ? "do not use" : null)
        .withoutEmptyColumns();
  }

  private static View view(List<Row> rows) {
    List<String> subjects = rows.stream().map(row -> row.measure().subject()).distinct().toList();
    String metric = rows.get(0).measure().metric();
    return new View.Intervals(
        metric,
        metric,
        rows.get(0).measure().figure().unit(),
        rows.stream()
            .map(
                row -> {
                  Measure measure = row.measure();
                  Kind kind = measure.control() ? Kind.CONTROL : Kind.VARIANT;
                  return new View.Intervals.Row(
                      measure.subject() + ", " + row.run(),
                      new Look(measure.subject(), kind, subjects.indexOf(measure.subject())),
                      measure.figure().value(),
                      measure.figure().low(),
                      measure.figure().high(),
                      null,
                      null);
                })
            .toList());
  }

  private Table facts() {
    Set<String> names = new LinkedHashSet<>();
    documents
        .values()
        .forEach(document -> document.beside().facts().forEach(fact -> names.add(fact.name())));
    return Columns.of(documents.entrySet())
        .text("run", Map.Entry::getKey)
        .each(names, name -> name, (run, name) -> orNone(fact(run.getValue(), name)))
        .open("Machine, software and settings");
  }

  private static Cell orNone(@Nullable String text) {
    return text == null ? Cell.NONE : Cell.of(text);
  }

  private static @Nullable String fact(Document document, String name) {
    return document.beside().facts().stream()
        .filter(fact -> fact.name().equals(name))
        .reduce((first, last) -> last)
        .map(Fact::value)
        .orElse(null);
  }
}
