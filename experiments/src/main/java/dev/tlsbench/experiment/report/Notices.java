package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Ratio;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import java.util.ArrayList;
import java.util.List;

/** Notices about a result, the worst first. */
final class Notices {
  private Notices() {}

  /** Returns the notices above everything else. */
  static List<Notice> problems(Result result) {
    List<Notice> notices = new ArrayList<>();
    Notice.ofTls(result.server().tlsRemark()).ifPresent(notices::add);
    Notice.ofProblems(result.run()).ifPresent(notices::add);
    Notice.ofLimits(result.run()).ifPresent(notices::add);
    List<String> controls = new ArrayList<>();
    boolean strong = false;
    for (Point point : result.points()) {
      Lead lead = Views.control(point).flatMap(Lead::of).orElse(null);
      if (lead != null && !lead.holdsOne()) {
        controls.add(control(result, point, lead));
        strong |= excludes(lead.ratio());
      }
    }
    if (!controls.isEmpty()) {
      controls.add(
          "One run in "
              + (strong ? "a hundred" : "twenty")
              + " shows this by chance. Repeat the run before you rely on differences of"
              + " this size.");
      notices.add(
          new Notice(
              Weight.CARE, "The control shows a difference where there can be none", controls));
    }
    if (!result.run().complete()) {
      notices.add(
          new Notice(
              Weight.CARE,
              "The run did not come to its end",
              List.of("All figures come from the part before its end.")));
    }
    return notices;
  }

  /** Returns the notices below the findings. */
  static List<Notice> warnings(Result result) {
    return result.run().warnings().isEmpty()
        ? List.of()
        : List.of(new Notice(Weight.NOTE, "Good to know", result.run().warnings()));
  }

  private static boolean excludes(Ratio ratio) {
    return ratio.low99() > 1 || ratio.high99() < 1;
  }

  private static String control(Result result, Point point, Lead lead) {
    Ratio ratio = lead.ratio();
    int decimals = Numbers.decimals(ratio.halfWidth());
    String at = result.axis() == null ? "" : " at " + Views.at(result, point);
    return Names.first(result.setup().baseline())
        + " against itself"
        + at
        + ": "
        + lead.metric().title()
        + " "
        + Numbers.change(ratio.value(), decimals)
        + " (95 % interval "
        + Numbers.change(ratio.low95(), decimals)
        + " to "
        + Numbers.change(ratio.high95(), decimals)
        + (excludes(ratio) ? "; the 99 % interval excludes 1 too)." : ").");
  }
}
