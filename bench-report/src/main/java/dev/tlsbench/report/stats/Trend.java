package dev.tlsbench.report.stats;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A change of a fork's throughput after its warm-up: a straight line through its logarithm. The
 * correlation of successive epochs makes any line look more certain than it is, so the error is
 * widened by the autocorrelation of the residuals (first order, corrected for its bias in short
 * series).
 *
 * @param change the change over the measured part of the fork, as a fraction of 1: 0.05 is 5 %
 *     faster at its end
 * @param low95 the lower end of the 95 % interval of {@code change}
 * @param high95 the upper end of the 95 % interval of {@code change}
 * @param pValue the probability of a line at least as steep without a trend; two-sided
 * @param flagged true if the change is both significant (p &lt; 0.01) and larger than 2 %
 */
public record Trend(double change, double low95, double high95, double pValue, boolean flagged) {
  private static final double THRESHOLD = 0.02;
  private static final double SIGNIFICANCE = 0.01;
  private static final int FEWEST = 6;
  private static final double MOST_CORRELATION = 0.9;

  /**
   * Looks for a change of more than 2 %.
   *
   * @param seconds the time of each epoch, ascending, from any start
   * @param lnThroughput the natural logarithm of each epoch's throughput, in any unit; the
   *     baseline's, or the mean of all variants
   * @return the trend; empty with fewer than 6 epochs, too few to distinguish one from chance
   */
  public static Optional<Trend> of(double[] seconds, double[] lnThroughput) {
    int n = seconds.length;
    if (n < FEWEST) {
      return Optional.empty();
    }
    double[] residuals = new double[n];
    double middle = Arrays.stream(seconds).sum() / n;
    double mean = Arrays.stream(lnThroughput).sum() / n;
    double sxx = 0;
    double sxy = 0;
    for (int i = 0; i < n; i++) {
      sxx += (seconds[i] - middle) * (seconds[i] - middle);
      sxy += (seconds[i] - middle) * (lnThroughput[i] - mean);
    }
    double slope = sxy / sxx;
    for (int i = 0; i < n; i++) {
      residuals[i] = lnThroughput[i] - mean - slope * (seconds[i] - middle);
    }
    double squares = Arrays.stream(residuals).map(r -> r * r).sum();
    double inflation = inflation(residuals, squares);
    double freedom = Math.max(1, n / inflation - 2);
    double span = seconds[n - 1] - seconds[0];
    double error = span * Math.sqrt(inflation * squares / (n - 2) / sxx);
    double change = span * slope;
    TDistribution t = TDistribution.of(freedom);
    double reach = error * t.inverseCumulativeProbability(0.975);
    double p = change == 0 ? 1 : 2 * t.survivalProbability(Math.abs(change) / error);
    double part = Math.expm1(change);
    return Optional.of(
        new Trend(
            part,
            Math.expm1(change - reach),
            Math.expm1(change + reach),
            p,
            p < SIGNIFICANCE && Math.abs(part) > THRESHOLD));
  }

  /**
   * Returns the factor by which correlation increases the variance of the slope. The observed
   * correlation in residuals of a line through n points is too small by about (2 + 4 rho) / n.
   */
  private static double inflation(double[] residuals, double squares) {
    int n = residuals.length;
    double products = 0;
    for (int i = 1; i < n; i++) {
      products += residuals[i] * residuals[i - 1];
    }
    double seen = squares > 0 ? products / squares : 0;
    double rho = Math.max(0, Math.min(MOST_CORRELATION, (n * seen + 2) / (n - 4)));
    return (1 + rho) / (1 - rho);
  }
}
