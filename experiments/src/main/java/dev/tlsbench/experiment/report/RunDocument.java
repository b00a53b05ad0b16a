package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.List;

/** The report on one run. */
public final class RunDocument {
  private RunDocument() {}

  public static Document of(Result result, Environment environment) {
    List<Section> sections = new ArrayList<>();
    RatioSection.of(result).ifPresent(sections::add);
    WorkSection.of(result).ifPresent(sections::add);
    LatencySections.ofEach(result).ifPresent(sections::add);
    LatencySections.ofAll(result).ifPresent(sections::add);
    sections.addAll(RepeatSections.of(result, environment));
    sections.add(reading());
    return new Document(
        Document.kicker(result.experiment(), result.run().started()),
        "TLS on " + (result.server().description() == null ? "" : "the ") + result.server().name(),
        notices(result),
        Findings.of(result),
        Notice.ofWarnings(result.run()),
        sections,
        environment
            .origin(result.run().command(), result.server().name())
            .controlledBy(controls(result)));
  }

  private static List<Notice> notices(Result result) {
    List<Notice> notices = new ArrayList<>(Notice.of(result.server().tlsRemark(), result.run()));
    if (result.wasQuick()) {
      notices.add(
          new Notice(
              Notice.Weight.CARE,
              "A quick answer, not for publishing",
              List.of("Measure without --quick for a figure that you can rely on.")));
    }
    if (!result.run().complete()) {
      notices.add(
          new Notice(
              Notice.Weight.CARE,
              "The run did not come to its end",
              List.of("All figures come from the part before its end.")));
    }
    return notices;
  }

  /** Returns the leading ratio of the control at each point. */
  private static List<Figure> controls(Result result) {
    List<NamedFigure> ratios =
        result.figures().stream()
            .filter(figure -> figure.control() && figure.unit() == Unit.RATIO)
            .toList();
    return ratios.stream()
        .filter(figure -> figure.name().equals(ratios.get(0).name()))
        .map(NamedFigure::figure)
        .toList();
  }

  private static Section reading() {
    return new Section(
        "reading",
        "How to read this",
        List.of(
            new Text(
                "All variants take turns in random order within each JVM (fork), on connections"
                    + " that are opened afresh for each epoch. Changes of the machine affect all of"
                    + " them alike, so their ratio is much more precise than their speed."),
            new Text(
                "A figure is the mean over forks, and its 95 % interval Student's t over forks: of a"
                    + " hundred such intervals, about five miss the true ratio. If it contains 0 %,"
                    + " the difference is “not resolved”: it may be a cost, a saving or nothing, but"
                    + " is less than the size beside it."),
            new Text(
                "The figures hold for this workload, client, server and network, and for the minutes of"
                    + " the run: repeated minutes later on a virtual machine, runs have differed by up"
                    + " to 1 %, more than their intervals say. Runs on two embedded Cassandras have"
                    + " differed by 5 %. On another machine, measure again: the command is under"
                    + " “Repeat this run”.")));
  }
}
