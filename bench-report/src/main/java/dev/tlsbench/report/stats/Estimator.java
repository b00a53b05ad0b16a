package dev.tlsbench.report.stats;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;

/**
 * Estimates a ratio from a {@link PairedSample}. Its intervals keep their coverage with few forks,
 * with autocorrelated blocks and with pauses in some windows. The method:
 *
 * <ol>
 *   <li>Forks, epochs and blocks each have a variance, estimated by the method of moments.
 *   <li>The mean weights forks and epochs by their information; in a balanced run it is the plain
 *       mean.
 *   <li>A hierarchical bootstrap, reflated to these variances, gives the shape of the mean's
 *       distribution.
 *   <li>Its percentiles are stretched about the estimate by the ratio of Student's t to the normal
 *       distribution: variances estimated from few forks are themselves uncertain.
 * </ol>
 *
 * <p>docs/reference/statistics.md gives the reasons, and the coverage of the intervals in simulated
 * runs.
 *
 * <p>Immutable; the same sample and seed always give the same estimate.
 */
public final class Estimator {
  private static final Quantile QUANTILE =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF6);
  private static final int RESAMPLES = 10_000;
  private static final int FEWEST_RESAMPLES = 200;

  private final HierarchicalBootstrap bootstrap;

  /**
   * Creates an estimator with 10,000 resamples, which take a fraction of a second.
   *
   * @param seed the seed of the bootstrap
   */
  public Estimator(long seed) {
    this(seed, RESAMPLES);
  }

  /**
   * Creates an estimator with fewer resamples, which is faster and less exact; 1,000 suffice for a
   * display that is refreshed continuously.
   *
   * @param seed the seed of the bootstrap
   * @param resamples 200 or more
   * @throws IllegalArgumentException if {@code resamples} is less than 200: the 99 % interval needs
   *     one resample of 200 beyond each end
   */
  public Estimator(long seed, int resamples) {
    if (resamples < FEWEST_RESAMPLES) {
      throw new IllegalArgumentException(
          "resamples: " + resamples + "; expected " + FEWEST_RESAMPLES + " or more");
    }
    bootstrap = new HierarchicalBootstrap(seed, resamples);
  }

  /**
   * Estimates the ratio.
   *
   * @param sample at least two epochs ({@link PairedSample#isRepeated})
   * @throws IllegalArgumentException if the sample has fewer than two epochs
   */
  public LevelEstimate estimate(PairedSample sample) {
    if (!sample.isRepeated()) {
      throw new IllegalArgumentException(
          "epochs: " + sample.epochs() + "; an interval needs at least 2");
    }
    RandomEffects effects = new RandomEffects(sample);
    Spread spread = effects.spread();
    double[] distances = bootstrap.distances(effects);
    double mean = effects.mean();
    double reach95 = reach(distances, spread, 0.95);
    // If the bootstrap's tails are short and forks decide, rounding must not swap the two.
    double reach99 = Math.max(reach95, reach(distances, spread, 0.99));
    double low95 = Math.exp(mean - reach95);
    double high95 = Math.exp(mean + reach95);
    return new LevelEstimate(
        Math.exp(mean),
        new LevelEstimate.Range(low95, high95),
        new LevelEstimate.Range(Math.exp(mean - reach99), Math.exp(mean + reach99)),
        (high95 - low95) / 2,
        Math.expm1(spread.smallestEffect()),
        wilcoxon(sample.epochMeans()),
        effects.components(),
        new LevelEstimate.Size(sample.forks(), sample.epochs(), sample.blocks(), spread.freedom()));
  }

  /**
   * Returns the bootstrap's percentile, multiplied by the ratio of Student's to the normal width.
   */
  private static double reach(double[] distances, Spread spread, double confidence) {
    return QUANTILE.evaluate(distances, confidence)
        * spread.halfWidth(confidence)
        / Spread.normalQuantile(confidence);
  }

  private static double wilcoxon(double[] epochMeans) {
    // The test is undefined if no epoch differs from 0.
    boolean allZero = Arrays.stream(epochMeans).allMatch(m -> m == 0);
    return allZero ? 1 : WilcoxonSignedRankTest.withDefaults().test(epochMeans).getPValue();
  }
}
