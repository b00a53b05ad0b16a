package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Beside;
import dev.tlsbench.report.document.Beside.Measure;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The report on one run. */
public final class RunDocument {
  private RunDocument() {}

  public static Document of(Result result, Environment environment) {
    List<Section> sections = new ArrayList<>();
    RatioSection.of(result).ifPresent(sections::add);
    WorkSection.of(result).ifPresent(sections::add);
    OperationSection.of(result).ifPresent(sections::add);
    LatencySection.of(result).ifPresent(sections::add);
    ConnectionSection.of(result).ifPresent(sections::add);
    WindowSection.of(result).ifPresent(sections::add);
    sections.addAll(RepeatSections.of(result, environment));
    sections.add(reading());
    return new Document(
        Document.kicker(result.experiment(), result.run().started()),
        "TLS on " + (result.server().description() == null ? "" : "the ") + result.server().name(),
        Notices.problems(result),
        Findings.of(result),
        Notices.warnings(result),
        sections,
        Beside.of(facts(result, environment), measures(result)));
  }

  private static Map<String, String> facts(Result result, Environment environment) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", result.run().command());
    facts.put("started", result.run().started());
    facts.put("took", Numbers.seconds(result.run().durationSeconds()));
    facts.put("server", result.server().name());
    facts.put(Beside.BASELINE, Names.of(result.setup().baseline()));
    facts.put("threads", Integer.toString(result.setup().clients().threads()));
    facts.put("placement", result.placement().text());
    if (!result.setup().clients().cores().isEmpty()) {
      facts.put("cores", RepeatSections.cores(result.setup().clients()));
    }
    Setup.Executors executors = result.setup().clients().cluster();
    if (executors != null) {
      facts.put("executors", Integer.toString(executors.number()));
    }
    facts.put("forks", Integer.toString(result.setup().timing().forks()));
    facts.put("epochs", Integer.toString(result.setup().timing().epochs()));
    facts.put("seed", Long.toString(result.setup().seed()));
    facts.putAll(environment.facts());
    return facts;
  }

  private static List<Measure> measures(Result result) {
    List<Measure> measures = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      for (Point point : result.points()) {
        for (VariantResult variant : Views.inOrder(point)) {
          String name = Names.of(variant, result);
          metric
              .of(variant)
              .ifPresent(
                  ratio ->
                      measures.add(
                          new Measure(
                              metric.title() + " against the baseline",
                              point.value() == null ? name : name + ", " + Views.at(result, point),
                              variant.role() == VariantResult.Role.CONTROL,
                              Views.figure(ratio))));
        }
      }
    }
    return measures;
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
