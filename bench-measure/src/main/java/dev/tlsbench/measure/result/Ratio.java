package dev.tlsbench.measure.result;

import dev.tlsbench.report.json.OneLine;
import dev.tlsbench.report.stats.Interval;

/**
 * A variant's figure divided by the baseline's, with its error. {@code halfWidth} is a fraction of
 * 1: 0.01 is 1 %. {@code NaN}, in the file {@code null}, means unknown.
 *
 * @param value the estimate
 * @param low95 the lower end of the 95 % interval
 * @param high95 the upper end of the 95 % interval
 * @param low99 the lower end of the 99 % interval
 * @param high99 the upper end of the 99 % interval
 * @param halfWidth half of the 95 % interval
 */
@OneLine
public record Ratio(
    double value,
    double low95,
    double high95,
    double low99,
    double high99,
    double halfWidth,
    Significance significance,
    StandardDeviation standardDeviation) {

  /** Returns the ratio with its 95 % interval. */
  public Interval interval() {
    return new Interval(value, low95, high95);
  }

  /**
   * Further measures of the difference from 1.
   *
   * @param smallestEffect the smallest difference that runs like this one detect four times out of
   *     five, as a fraction of 1
   * @param wilcoxonP the p-value of Wilcoxon's signed-rank test on the epochs' ratios
   */
  public record Significance(double smallestEffect, double wilcoxonP) {}

  /**
   * Standard deviations, as fractions of 1; unknown between forks if there was only one, and
   * likewise for epochs and blocks.
   *
   * @param fork between forks
   * @param epoch between epochs of a fork
   * @param block between blocks of an epoch
   */
  public record StandardDeviation(double fork, double epoch, double block) {}
}
