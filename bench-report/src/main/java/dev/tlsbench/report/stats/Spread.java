package dev.tlsbench.report.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The error of the estimated mean log ratio, in Student's t.
 *
 * <p>With two forks or more the forks are the units: the interval of Hartung, Knapp, Sidik and
 * Jonkman (random-effects meta-analysis, with forks as studies). Forks that happen to agree closely
 * would make it far too narrow, so it is never less than {@link #FLOOR} of the interval of the
 * epochs alone (after Roever, Knapp and Friede 2015, who take the whole of it; half keeps the
 * coverage of three forks below 97 %). With one fork the epochs are the units.
 *
 * @param forkError the standard error with the forks as units; 0 with one fork
 * @param forkFreedom the degrees of freedom of {@code forkError}, or 0
 * @param epochError the standard error with the epochs as units; 0 with one epoch in each fork
 * @param epochFreedom the degrees of freedom of {@code epochError}, or 0
 */
record Spread(double forkError, int forkFreedom, double epochError, int epochFreedom) {
  /** The minimum of the forks' interval, as a fraction of the epochs' interval. */
  static final double FLOOR = 0.5;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Returns the expected final spread of a balanced run with these components. */
  static Spread expected(VarianceComponents sd, int forks, int epochs, double blocks) {
    double perEpoch = sd.varianceOfEpoch(blocks);
    double epochError = Math.sqrt(perEpoch / epochs);
    double forkError =
        forks < 2 ? 0 : Math.sqrt(sd.sdFork() * sd.sdFork() / forks + perEpoch / epochs);
    return new Spread(forkError, forks - 1, epochError, epochs - forks);
  }

  /** Returns half of the interval with this confidence, such as 0.95. */
  double halfWidth(double confidence) {
    return reach((1 + confidence) / 2, 0);
  }

  /** Returns the effect that a 95 % interval detects in 80 % of such runs. */
  double smallestEffect() {
    return reach(0.975, 0.8);
  }

  /** Returns the degrees of freedom that decide the 95 % interval. */
  int freedom() {
    return ofForks(0.975, 0) >= ofEpochs(0.975, 0) ? forkFreedom : epochFreedom;
  }

  /** Returns half of the interval with this confidence for a known error, in normal deviates. */
  static double normalQuantile(double confidence) {
    return NORMAL.inverseCumulativeProbability((1 + confidence) / 2);
  }

  private double reach(double significance, double power) {
    return Math.max(ofForks(significance, power), ofEpochs(significance, power));
  }

  private double ofForks(double significance, double power) {
    return forkFreedom == 0 ? 0 : forkError * quantiles(forkFreedom, significance, power);
  }

  private double ofEpochs(double significance, double power) {
    if (epochFreedom == 0) {
      return 0;
    }
    double part = forkFreedom == 0 ? 1 : FLOOR;
    return part * epochError * quantiles(epochFreedom, significance, power);
  }

  private static double quantiles(int freedom, double significance, double power) {
    TDistribution t = TDistribution.of(freedom);
    double sum = t.inverseCumulativeProbability(significance);
    return power > 0 ? sum + t.inverseCumulativeProbability(power) : sum;
  }
}
