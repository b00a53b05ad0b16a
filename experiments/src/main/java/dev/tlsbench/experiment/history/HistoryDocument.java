package dev.tlsbench.experiment.history;

import dev.tlsbench.experiment.history.History.Course;
import dev.tlsbench.experiment.history.History.Shift;
import dev.tlsbench.experiment.history.History.Stripe;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Beside;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The page of a history. */
public final class HistoryDocument {
  private final History history;

  private HistoryDocument(History history) {
    this.history = history;
  }

  /** Returns the page of two results or more. */
  public static Document of(History history) {
    return new HistoryDocument(history).document();
  }

  private Document document() {
    Map<String, List<Course>> variants =
        history.courses().stream()
            .collect(
                Collectors.groupingBy(
                    course -> course.key().label(), LinkedHashMap::new, Collectors.toList()));
    List<Section> sections = new ArrayList<>();
    // The baseline has rates only; variants with ratios lead.
    variants.entrySet().stream()
        .sorted((one, other) -> Boolean.compare(isPlain(one.getValue()), isPlain(other.getValue())))
        .forEach(
            variant ->
                sections.add(
                    new Section(
                        "variant-" + sections.size(),
                        variant.getKey(),
                        List.of(chart(sections.size(), variant.getKey(), variant.getValue())))));
    sections.add(new Section("environments", "Environments", List.of(environments())));
    sections.add(new Section("reading", "How to read this", List.of(reading())));
    KeptRun last = history.runs().get(history.runs().size() - 1);
    List<Notice> notices = new ArrayList<>();
    Notice.ofTls(history.tlsRemark()).ifPresent(notices::add);
    return new Document(
        Document.kicker("history", last.started().toString()),
        history.runs().size() + " results over time",
        notices,
        findings(),
        List.of(),
        sections,
        Beside.of(
            Map.of(
                "server", last.environment().getOrDefault(KeptRun.SERVER, ""),
                "CPU", last.environment().getOrDefault(KeptRun.PROCESSOR, ""),
                "JDK", last.environment().getOrDefault(KeptRun.JDK, "")),
            List.of()));
  }

  private static boolean isPlain(List<Course> courses) {
    return courses.stream().noneMatch(course -> course.key().unit() == Unit.RATIO);
  }

  private List<Sentence> findings() {
    List<Sentence> findings = new ArrayList<>();
    for (Course course : history.courses()) {
      for (Shift shift : course.shifts()) {
        findings.add(
            Sentence.of(course.key().label() + ", " + course.key().title() + ": ")
                .strong("changed by " + shift.change().change())
                .then(" with " + history.runs().get(shift.index()).name() + "."));
      }
    }
    if (findings.isEmpty()) {
      findings.add(Sentence.of("No change is resolved in " + history.runs().size() + " results."));
    }
    return findings;
  }

  private Block chart(int number, String variant, List<Course> courses) {
    List<View> views =
        courses.stream().map(course -> (View) view(Look.variant(variant, number), course)).toList();
    Table table =
        Columns.of(IntStream.range(0, history.runs().size()).boxed().toList())
            .text("result", at -> history.runs().get(at).name())
            .each(
                courses,
                course -> course.key().title(),
                (at, course) -> cell(course.figures().get(at)))
            .folded("All figures of " + variant);
    return new Chart(
        variant + " over time",
        "Each figure of " + variant + " with its interval, from the oldest to the newest result",
        "Figure",
        views,
        table);
  }

  private static Cell cell(@Nullable KeptFigure kept) {
    return kept == null ? Cell.NONE : Cell.of(kept.figure());
  }

  private View.Course view(Look look, Course course) {
    List<@Nullable Figure> figures = new ArrayList<>();
    course.figures().forEach(kept -> figures.add(kept == null ? null : kept.figure()));
    return new View.Course(
        course.key().title(),
        course.key().title(),
        course.key().unit(),
        look,
        history.runs().stream().map(run -> day(run.started().toString())).toList(),
        figures,
        course.shifts().stream()
            .map(shift -> new View.Course.Change(shift.index(), shift.change().change()))
            .toList(),
        history.stripes().stream()
            .map(stripe -> new View.Course.Stripe(stripe.from(), stripe.to(), stripe.name()))
            .toList());
  }

  /** Returns date and time to the minute. */
  private static String day(String started) {
    return started.replaceFirst("^(\\S+)T(\\d\\d:\\d\\d).*$", "$1 $2");
  }

  private Table environments() {
    return Columns.of(history.stripes())
        .text("from", stripe -> name(stripe.from()))
        .text("to", stripe -> name(stripe.to()))
        .named(2)
        .text("environment, or what differs from the one before", Stripe::name)
        .open("Stripes of the charts");
  }

  private String name(int at) {
    return history.runs().get(at).name();
  }

  private static Text reading() {
    return new Text(
        "The line joins the results, the band is their 95 % intervals, and a stripe is an"
            + " environment: server, processor, kernel, JDK, libraries and settings. A dashed line"
            + " marks a change: two results in a row lie on the same side of up to ten before"
            + " them, each with an interval that excludes no change. At least three results come"
            + " before a change, and the newest result alone is never marked. Figures are from"
            + " runs of one workload.");
  }
}
