package dev.tlsbench.report.stats;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Draws of the means of several figures that were measured together, by the bootstrap: whole units,
 * such as JVMs, are resampled. One draw has a mean of every figure, so that a quantity computed
 * from several figures has their joint uncertainty.
 *
 * <p>The bootstrap of few units is too narrow: resampled means vary less than means of fresh units,
 * by a factor of {@code sqrt((n - 1) / n)}, and their shape is normal instead of Student's t. So
 * deviations are widened until their 95 % interval matches Student's t.
 */
public final class JointDraws {
  private static final double UPPER = 0.025;
  private static final double NORMAL = 1.959964;

  private JointDraws() {}

  /**
   * Draws means.
   *
   * @param units at least two, each with the same figures; a figure that is NaN in any of them is
   *     NaN in all draws
   * @param count the number of draws
   * @return means by draw and figure
   * @throws IllegalArgumentException if there are fewer than two units
   */
  public static double[][] ofMeans(double[][] units, int count, long seed) {
    int n = units.length;
    if (n < 2) {
      throw new IllegalArgumentException(n + " units have no variance; at least two do");
    }
    int figures = units[0].length;
    double[] means = means(units);
    double widening =
        TDistribution.of(n - 1).inverseSurvivalProbability(UPPER)
            / NORMAL
            * Math.sqrt((double) n / (n - 1));
    SplittableRandom random = new SplittableRandom(seed);
    double[][] draws = new double[count][];
    double[][] drawn = new double[n][];
    for (int i = 0; i < count; i++) {
      for (int unit = 0; unit < n; unit++) {
        drawn[unit] = units[random.nextInt(n)];
      }
      double[] draw = means(drawn);
      for (int figure = 0; figure < figures; figure++) {
        draw[figure] = means[figure] + widening * (draw[figure] - means[figure]);
      }
      draws[i] = draw;
    }
    return draws;
  }

  /** Returns the mean of each figure over all units. */
  public static double[] means(double[][] units) {
    double[] sums = new double[units[0].length];
    for (double[] unit : units) {
      for (int figure = 0; figure < sums.length; figure++) {
        sums[figure] += unit[figure] / units.length;
      }
    }
    return sums;
  }
}
