package dev.tlsbench.report.stats;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A difference between a ratio at the beginning of forks and later. It occurs if a variant takes
 * longer to warm up than the baseline: TLS runs code that a plain connection does not. Alternation
 * does not cancel it. All forks begin in the same way, so the first quarter of each is compared
 * with its rest, and the differences of all forks are tested against 0 (Student's t).
 *
 * <p>{@link Trend} detects changes of throughput as a whole.
 *
 * @param early the ratio in the first quarter of forks, geometric mean
 * @param later the ratio in the rest
 * @param pValue the probability of a difference at least as large by chance; two-sided
 */
public record EarlyShift(double early, double later, double pValue) {
  private static final double THRESHOLD = 0.01;
  private static final double SIGNIFICANCE = 0.01;
  private static final int FEWEST_FORKS = 3;
  private static final int FEWEST_EPOCHS = 4;

  /**
   * Looks for a shift.
   *
   * @param sample the sample of a variant and a figure
   * @return the shift; empty with fewer than 3 forks of 4 epochs or more
   */
  public static Optional<EarlyShift> of(PairedSample sample) {
    double[][] forks =
        Arrays.stream(sample.values())
            .filter(fork -> fork.length >= FEWEST_EPOCHS)
            .map(fork -> Arrays.stream(fork).mapToDouble(PairedSample::mean).toArray())
            .toArray(double[][]::new);
    if (forks.length < FEWEST_FORKS) {
      return Optional.empty();
    }
    double[] early = new double[forks.length];
    double[] later = new double[forks.length];
    double[] differences = new double[forks.length];
    for (int i = 0; i < forks.length; i++) {
      int quarter = forks[i].length / 4;
      early[i] = PairedSample.mean(Arrays.copyOfRange(forks[i], 0, quarter));
      later[i] = PairedSample.mean(Arrays.copyOfRange(forks[i], quarter, forks[i].length));
      differences[i] = early[i] - later[i];
    }
    return Optional.of(
        new EarlyShift(
            Math.exp(PairedSample.mean(early)),
            Math.exp(PairedSample.mean(later)),
            pValue(differences)));
  }

  /** Returns whether the difference is both significant (p &lt; 0.01) and larger than 1 %. */
  public boolean flagged() {
    return pValue < SIGNIFICANCE && Math.abs(early / later - 1) > THRESHOLD;
  }

  private static double pValue(double[] differences) {
    int n = differences.length;
    double mean = PairedSample.mean(differences);
    double squares = Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
    double error = Math.sqrt(squares / (n - 1) / n);
    if (error == 0) {
      return mean == 0 ? 1 : 0;
    }
    return 2 * TDistribution.of(n - 1).survivalProbability(Math.abs(mean) / error);
  }
}
