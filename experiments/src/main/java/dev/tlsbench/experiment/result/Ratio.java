package dev.tlsbench.experiment.result;

import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.json.OneLine;

/**
 * A variant's figure divided by the baseline's, with its error. All but {@code wilcoxonP} are
 * ratios or, if their name begins with {@code sd}, {@code halfWidth} or {@code smallestEffect},
 * fractions of 1: 0.01 is 1 %. {@code NaN}, which is {@code null} in the file, stands for the
 * unknown, such as the deviation between forks if there was one fork.
 *
 * @param value the estimate
 * @param low95 the lower end of the 95 % interval
 * @param high95 the upper end of the 95 % interval
 * @param low99 the lower end of the 99 % interval
 * @param high99 the upper end of the 99 % interval
 * @param halfWidth half of the 95 % interval
 * @param smallestEffect the smallest difference that this run would have seen in four of five runs
 * @param wilcoxonP the p-value of Wilcoxon's signed-rank test on the epochs' ratios
 * @param sdFork standard deviation between forks
 * @param sdEpoch standard deviation between epochs of a fork
 * @param sdBlock standard deviation between blocks of an epoch
 */
@OneLine
public record Ratio(
    double value,
    double low95,
    double high95,
    double low99,
    double high99,
    double halfWidth,
    double smallestEffect,
    double wilcoxonP,
    double sdFork,
    double sdEpoch,
    double sdBlock) {

  /** Returns the estimate and its 95 % interval. */
  public Figure figure() {
    return new Figure(value, low95, high95, Unit.RATIO);
  }
}
