package dev.tlsbench.report.stats;

/**
 * A variant's figure divided by the baseline's, with its error. Widths and effects are fractions of
 * 1: 0.01 is 1 %.
 *
 * @param ratio the estimate: 1 is no difference
 * @param low95 the lower end of the 95 % interval
 * @param high95 the upper end of the 95 % interval
 * @param low99 the lower end of the 99 % interval
 * @param high99 the upper end of the 99 % interval
 * @param halfWidth half of the 95 % interval
 * @param smallestEffect the difference that the 95 % interval would detect in four of five such
 *     runs; a smaller one may exist and go unnoticed
 * @param wilcoxonP the two-sided p-value of Wilcoxon's signed-rank test on the epochs' mean log
 *     ratios. It assumes independent epochs, so it alarms too often where forks differ: a second
 *     opinion without a normal distribution, never a replacement for the interval
 * @param components the variance of each level
 * @param degreesOfFreedom of Student's t in the 95 % interval: forks - 1, or those of the epochs
 *     where these decide
 * @param epochs the number of epochs, over all forks
 * @param blocks the number of observations
 */
public record Estimate(
    double ratio,
    double low95,
    double high95,
    double low99,
    double high99,
    double halfWidth,
    double smallestEffect,
    double wilcoxonP,
    VarianceComponents components,
    int degreesOfFreedom,
    int forks,
    int epochs,
    int blocks) {

  /**
   * Returns true if the interval holds for JVMs in general, which takes two forks or more. The
   * interval of a single fork holds for that JVM only.
   */
  public boolean speaksOfAllForks() {
    return forks > 1;
  }

  /** Returns true if 1 is outside of the 95 % interval. */
  public boolean excludesOneAt95() {
    return low95 > 1 || high95 < 1;
  }

  /** Returns true if 1 is outside of the 99 % interval. */
  public boolean excludesOneAt99() {
    return low99 > 1 || high99 < 1;
  }
}
