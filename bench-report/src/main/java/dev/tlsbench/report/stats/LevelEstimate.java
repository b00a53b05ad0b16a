package dev.tlsbench.report.stats;

/**
 * A variant's figure divided by the baseline's, with its error. Widths and effects are fractions of
 * 1: 0.01 is 1 %.
 *
 * @param ratio the estimate: 1 is no difference
 * @param halfWidth half of the 95 % interval
 * @param smallestEffect the difference that the 95 % interval would detect in four of five such
 *     runs; a smaller one may go unnoticed
 * @param wilcoxonP the two-sided p-value of Wilcoxon's signed-rank test on the epochs' mean log
 *     ratios. It assumes independent epochs, so it has too many false alarms if forks differ: a
 *     second opinion without a normal distribution, never a replacement for the interval
 * @param components the variance of each level
 * @param size the size of the sample
 */
public record LevelEstimate(
    double ratio,
    Range interval95,
    Range interval99,
    double halfWidth,
    double smallestEffect,
    double wilcoxonP,
    VarianceComponents components,
    Size size) {

  /** An interval. */
  public record Range(double low, double high) {
    /** Returns whether 1, which is no difference, is outside. */
    public boolean excludesOne() {
      return low > 1 || high < 1;
    }
  }

  /**
   * The size of a sample.
   *
   * @param epochs the number of epochs, over all forks
   * @param blocks the number of observations
   * @param degreesOfFreedom degrees of freedom of Student's t in the 95 % interval: forks - 1, or
   *     the epochs' if these decide
   */
  public record Size(int forks, int epochs, int blocks, int degreesOfFreedom) {
    /**
     * Returns whether the interval holds for JVMs in general, which takes two forks or more. The
     * interval of a single fork holds only for that JVM.
     */
    public boolean speaksOfAllForks() {
      return forks > 1;
    }
  }
}
