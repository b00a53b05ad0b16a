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
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Look.Kind;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares documents of any kind by the figures that they share. */
public final class SideBySide {
  private final Map<String, Document> documents;

  private SideBySide(Map<String, Document> documents) {
    this.documents = documents;
  }

  /**
   * Returns a document that compares others.
   *
   * @param documents two or more, by the names of their folders
   */
  public static Document of(Map<String, Document> documents) {
    return new SideBySide(documents).document();
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

  private List<Notice> notices() {
    List<Notice> all = new ArrayList<>();
    documents.forEach(
        (name, document) ->
            document
                .notices()
                .forEach(n -> all.add(new Notice(n.weight(), name + ": " + n.title(), n.lines()))));
    all.sort(Comparator.comparing(Notice::weight));
    return all;
  }

  private List<Sentence> findings() {
    List<Sentence> sentences = new ArrayList<>();
    documents.forEach(
        (name, document) ->
            document
                .findings()
                .forEach(finding -> sentences.add(Sentence.of(name + ": ").then(finding))));
    return sentences;
  }

  private List<Notice> asides() {
    List<String> lines = new ArrayList<>();
    Set<String> baselines =
        documents.values().stream()
            .flatMap(document -> document.beside().facts().stream())
            .filter(fact -> fact.name().equals(Beside.BASELINE))
            .map(Fact::value)
            .collect(Collectors.toCollection(TreeSet::new));
    if (baselines.size() > 1) {
      lines.add(
          "The runs have different baselines ("
              + String.join(", ", baselines)
              + "), so their ratios cannot be compared.");
    }
    documents.forEach(
        (name, document) ->
            document
                .asides()
                .forEach(aside -> aside.lines().forEach(line -> lines.add(name + ": " + line))));
    return lines.isEmpty() ? List.of() : List.of(new Notice(Weight.NOTE, "Good to know", lines));
  }

  /** Returns one picture and one table for each metric. */
  private Section figures() {
    Set<String> metrics = new LinkedHashSet<>();
    documents
        .values()
        .forEach(document -> document.beside().measures().forEach(m -> metrics.add(m.metric())));
    if (metrics.isEmpty()) {
      return new Section(
          "figures", "Side by side", true, List.of(new Text("These results share no figures.")));
    }
    List<View> views = new ArrayList<>();
    metrics.forEach(metric -> view(metric).ifPresent(views::add));
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Text(
            "Ratios are to the baseline of their own run; intervals are 95 % intervals. Where two"
                + " intervals overlap, the runs may well agree."));
    boolean first = true;
    for (String metric : metrics) {
      Table table = table(metric, !first);
      blocks.add(
          first && !views.isEmpty()
              ? new Chart(
                  "Figures of all runs",
                  "The figures of each run with their intervals, one below the other",
                  "Metric",
                  views,
                  table)
              : table);
      first = false;
    }
    return new Section("figures", "Side by side", true, blocks);
  }

  private Optional<View> view(String metric) {
    List<View.Intervals.Row> rows = new ArrayList<>();
    Unit unit = Unit.NUMBER;
    int number = 0;
    for (String subject : subjects(metric)) {
      for (String name : documents.keySet()) {
        Measure measure = find(name, metric, subject).orElse(null);
        if (measure != null && measure.figure().low95() != null) {
          Figure figure = measure.figure();
          unit = figure.unit();
          Kind kind = measure.control() ? Kind.CONTROL : Kind.VARIANT;
          rows.add(
              new View.Intervals.Row(
                  subject + " · " + name,
                  new Look(subject, kind, number),
                  figure.value(),
                  figure.low(),
                  figure.high(),
                  null,
                  null));
        }
      }
      number++;
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(new View.Intervals(metric, metric, unit, rows));
  }

  private Table table(String metric, boolean folded) {
    return Columns.of(subjects(metric))
        .text("subject", subject -> subject)
        .each(
            documents.keySet(),
            name -> name,
            (subject, name) ->
                find(name, metric, subject).map(found -> Cell.of(found.figure())).orElse(Cell.NONE))
        .table(Numbers.capital(metric) + ", with its 95 % interval", folded);
  }

  /** Returns subjects in the order of their first appearance, controls last. */
  private List<String> subjects(String metric) {
    Set<String> subjects = new LinkedHashSet<>();
    for (boolean control : new boolean[] {false, true}) {
      for (Document document : documents.values()) {
        document.beside().measures().stream()
            .filter(m -> m.metric().equals(metric) && m.control() == control)
            .forEach(m -> subjects.add(m.subject()));
      }
    }
    return List.copyOf(subjects);
  }

  private Optional<Measure> find(String name, String metric, String subject) {
    Document document = documents.get(name);
    return document == null
        ? Optional.empty()
        : document.beside().measures().stream()
            .filter(m -> m.metric().equals(metric) && m.subject().equals(subject))
            .findFirst();
  }

  private Table facts() {
    Set<String> names = new LinkedHashSet<>();
    documents
        .values()
        .forEach(document -> document.beside().facts().forEach(fact -> names.add(fact.name())));
    return Columns.of(names)
        .text("what", name -> name)
        .each(documents.entrySet(), Map.Entry::getKey, (name, one) -> fact(one.getValue(), name))
        .open("Machine, software and settings");
  }

  private static Cell fact(Document document, String name) {
    return document.beside().facts().stream()
        .filter(fact -> fact.name().equals(name))
        .reduce((first, last) -> last)
        .map(fact -> Cell.of(fact.value()))
        .orElse(Cell.NONE);
  }
}
