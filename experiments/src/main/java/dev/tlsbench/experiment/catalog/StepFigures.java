package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.gate.Limit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The figures of a step, each with a path such as {@code tls-full/total}. */
public interface StepFigures {
  /** Finds a figure; empty if the step did not measure it. */
  Optional<Figure> find(String path);

  /**
   * Finds a figure for a check: its interval covers all that chance may contribute.
   *
   * @return empty if the step did not measure it; without an interval if there are too few
   *     measurements for one
   */
  default Optional<Figure> evidence(String path) {
    return find(path);
  }

  /**
   * Finds the figures that a limit is for, with intervals that cover all that chance may
   * contribute.
   *
   * @return the figures by their names, several over an axis; empty if none was measured
   */
  Map<String, Figure> limited(Limit limit);

  /** Returns the reasons not to use the result, one sentence each; empty if it can be used. */
  List<String> problems();

  /** Returns the omitted parts and the reasons, one line each. */
  List<String> leftOut();

  /** Returns notes for readers, one sentence each. */
  List<String> notes();

  /**
   * Wraps the result of a step.
   *
   * @throws InvalidSettingException if the result is of a command that cannot be a step
   */
  static StepFigures of(Record result) {
    if (result instanceof ConnectResult connect) {
      return new ConnectFigures(connect);
    }
    if (result instanceof Result comparison) {
      return new ComparisonFigures(comparison);
    }
    throw new InvalidSettingException(
        "catalog: a step is none of connect, compare, sweep and bulk");
  }
}
