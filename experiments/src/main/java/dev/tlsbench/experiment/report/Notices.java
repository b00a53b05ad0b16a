package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import java.util.ArrayList;
import java.util.List;

/** Notices about a result, the worst first. */
final class Notices {
  private Notices() {}

  /** Returns the notices above everything else. */
  static List<Notice> problems(Result result) {
    List<Notice> notices = new ArrayList<>(Notice.of(result.server().tlsRemark(), result.run()));
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
        : List.of(
            new Notice(
                Weight.NOTE,
                "Good to know",
                result.run().warnings().stream().map(Names::inText).toList()));
  }
}
