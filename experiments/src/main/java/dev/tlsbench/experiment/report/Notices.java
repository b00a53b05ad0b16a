package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Notices about a result, the worst first. */
final class Notices {
  private Notices() {}

  /** Returns the notices above everything else. */
  static List<Notice> problems(Result result) {
    List<Notice> notices = new ArrayList<>();
    if (result.run().exitCode() == ExitCode.UNUSABLE) {
      notices.add(
          new Notice(
              Weight.STOP,
              "This result must not be used",
              result.run().problems().isEmpty()
                  ? List.of("The run ended with exit code " + result.run().exitCode() + ".")
                  : result.run().problems()));
    }
    Notice.ofLimits(result.run()).ifPresent(notices::add);
    List<String> controls =
        result.points().stream().flatMap(point -> control(result, point).stream()).toList();
    if (!controls.isEmpty()) {
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

  /** Describes a control whose 99 % interval excludes 1, which chance does once in 100 runs. */
  private static Optional<String> control(Result result, Point point) {
    String at = result.axis() == null ? "" : " at " + Views.at(result, point);
    return Views.control(point)
        .flatMap(Lead::of)
        .filter(lead -> lead.ratio().low99() > 1 || lead.ratio().high99() < 1)
        .map(
            lead ->
                Names.first(result.setup().baseline())
                    + " against itself"
                    + at
                    + ": "
                    + lead.metric().title()
                    + " "
                    + lead.figure().plusMinus()
                    + ". Repeat the run before you rely on differences of this size.");
  }
}
