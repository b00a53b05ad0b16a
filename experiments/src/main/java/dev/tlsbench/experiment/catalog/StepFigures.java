package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.connect.ConnectResult;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.report.document.Figure;
import java.util.List;
import java.util.Optional;

/** What a step found, each figure by a path such as {@code tls-full/total}. */
public interface StepFigures {
  /**
   * Looks for a figure.
   *
   * @param path its name
   * @return empty if the step did not measure it
   */
  Optional<Figure> find(String path);

  /**
   * Looks for a figure that a check may rest on: its interval covers all that chance may add to it.
   *
   * @param path its name
   * @return empty if the step did not measure it; without an interval if there are too few
   *     measurements for one
   */
  default Optional<Figure> evidence(String path) {
    return find(path);
  }

  /**
   * Why the result must not be used.
   *
   * @return one sentence each; none if it can be used
   */
  List<String> problems();

  /**
   * What was left out of it.
   *
   * @return what and why, one line each
   */
  List<String> leftOut();

  /**
   * What a reader has to know.
   *
   * @return one sentence each
   */
  List<String> notes();

  /**
   * Takes what a step found.
   *
   * @param result of a command that experiments can have for a step
   * @throws InvalidSettingException if it is of another command
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
