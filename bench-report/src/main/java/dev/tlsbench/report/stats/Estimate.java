package dev.tlsbench.report.stats;

/**
 * A variant's figure divided by the baseline's, with what is known of its error. Widths and effects
 * are parts of 1: 0.01 is 1 %.
 *
 * @param ratio the estimate: 1 is no difference
 * @param low95 the lower end of the 95 % interval
 * @param high95 the upper end of the 95 % interval
 * @param low99 the lower end of the 99 % interval
 * @param high99 the upper end of the 99 % interval
 * @param halfWidth half of the 95 % interval
 * @param smallestEffect the difference that the 95 % intervals of four in five such runs would keep
 *     apart from none; smaller ones may well be there and stay unseen
 * @param wilcoxonP the two-sided p-value of Wilcoxon's signed-rank test on the epochs' mean log
 *     ratios. It takes epochs for independent, so it alarms too often where forks differ: a second
 *     look without a normal distribution, never a replacement for the interval
 * @param components where the variance lives
 * @param degreesOfFreedom of Student's t in the 95 % interval: forks - 1, or those of the epochs
 *     where these decide
 * @param forks how many forks there are
 * @param epochs how many epochs, over all forks
 * @param blocks how many observations
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
   * Whether the interval speaks of JVMs in general. With one fork it speaks of this JVM only: what
   * another would have shown, nobody saw.
   *
   * @return {@code true} with two forks or more
   */
  public boolean speaksOfAllForks() {
    return forks > 1;
  }

  /**
   * Whether the 95 % interval excludes no difference.
   *
   * @return {@code true} if 1 is outside
   */
  public boolean excludesOneAt95() {
    return low95 > 1 || high95 < 1;
  }

  /**
   * Whether the 99 % interval excludes no difference.
   *
   * @return {@code true} if 1 is outside
   */
  public boolean excludesOneAt99() {
    return low99 > 1 || high99 < 1;
  }
}
