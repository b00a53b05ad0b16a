package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Block.Text;
import dev.tlsbench.experiment.result.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The report on one run. */
final class RunDocument {
  private RunDocument() {}

  static Document of(Saved saved) {
    Result result = saved.result();
    List<Section> sections = new ArrayList<>();
    RatioSection.of(result).ifPresent(sections::add);
    WorkSection.of(result).ifPresent(sections::add);
    TransferSection.of(result).ifPresent(sections::add);
    LatencySection.of(result).ifPresent(sections::add);
    ConnectionSection.of(result).ifPresent(sections::add);
    WindowSection.of(result).ifPresent(sections::add);
    sections.addAll(RepeatSections.of(saved));
    sections.add(reading());
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("names", Names.all(result));
    data.put("hit", WindowSection.HIT);
    data.put("result", result);
    return new Document(
        "tlsbench " + result.experiment() + ", " + day(result.started()),
        "TLS on " + result.server().product() + " " + result.server().version(),
        Notices.problems(result),
        Findings.of(result),
        Notices.warnings(result),
        sections,
        data);
  }

  /** Such as {@code 2026-11-21 10:15 UTC}. */
  static String day(String started) {
    return started.replaceFirst("^(\\S+)T(\\d\\d:\\d\\d).*Z$", "$1 $2 UTC");
  }

  private static Section reading() {
    return new Section(
        "reading",
        "How to read this",
        List.of(
            new Text(
                "All variants live in one JVM and take turns in short windows, in random order, on"
                    + " connections that are opened afresh for each epoch, again in random order;"
                    + " several JVMs (forks) are measured. What drifts meanwhile hits all of them"
                    + " alike, so their ratio can be told much closer than their speed."),
            new Text(
                "The 95 % interval comes from resampling forks, epochs and blocks: of a hundred such"
                    + " intervals, about five miss the true ratio. Where it holds 1, the run has seen"
                    + " no difference, and the size beside it is what it would have seen in four of"
                    + " five runs. A smaller difference may be there."),
            new Text(
                "The figures hold for this workload, client, server and network. On another machine,"
                    + " measure again: the command stands under “Repeat this run”.")));
  }
}
