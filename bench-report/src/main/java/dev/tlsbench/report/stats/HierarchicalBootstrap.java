package dev.tlsbench.report.stats;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Draws hypothetical runs by resampling the effects of forks, epochs and blocks.
 *
 * <p>Resampling whole forks, their epochs and the blocks of these adds the variance of the lower
 * levels again at every level above, and underestimates the variance of a level with few units. So
 * each level's effects are first scaled (reflated) until their mean square is the estimated
 * variance of the level (Carpenter, Goldstein and Rasbash, "A novel bootstrap procedure for
 * assessing the relationship between class size and achievement", Applied Statistics 52, 2003).
 *
 * <p>Each effect is drawn with a random sign: exchanging variant and baseline inverts all signs, so
 * noise has no preferred one. The distribution of fewer than {@value #SHAPELESS} effects is too
 * uncertain to draw from; a normal distribution replaces it.
 */
final class HierarchicalBootstrap {
  private static final int SHAPELESS = 8;

  private final long seed;
  private final int resamples;

  HierarchicalBootstrap(long seed, int resamples) {
    this.seed = seed;
    this.resamples = resamples;
  }

  /**
   * Returns the absolute distances of the means of resampled runs from the estimate.
   *
   * @return ascending, in standard errors of the model: about 1.96 at 95 %
   */
  double[] distances(RandomEffects effects) {
    SplittableRandom random = new SplittableRandom(seed);
    VarianceComponents sd = effects.components();
    double reflate = Math.sqrt(effects.dispersion());
    Level forks = new Level(effects.forkEffects(), sd.sdFork(), random);
    Level epochs = new Level(effects.epochEffects(), sd.sdEpoch() * reflate, random);
    Level blocks = new Level(effects.blockEffects(), sd.sdBlock() * reflate, random);
    double[] forkShares = effects.forkShares();
    double[][] epochShares = effects.epochShares();
    int[][] blockCounts = effects.blockCounts();

    double variance = 0;
    for (int i = 0; i < forkShares.length; i++) {
      double own = sd.sdFork() * sd.sdFork();
      for (int j = 0; j < epochShares[i].length; j++) {
        double share = epochShares[i][j];
        own += share * share * reflate * reflate * sd.varianceOfEpoch(blockCounts[i][j]);
      }
      variance += forkShares[i] * forkShares[i] * own;
    }
    double scale = variance > 0 ? 1 / Math.sqrt(variance) : 0;

    double[] distances = new double[resamples];
    for (int r = 0; r < resamples; r++) {
      double mean = 0;
      for (int i = 0; i < forkShares.length; i++) {
        double fork = forks.draw();
        for (int j = 0; j < epochShares[i].length; j++) {
          int n = blockCounts[i][j];
          fork += epochShares[i][j] * (epochs.draw() + blocks.drawSum(n) / n);
        }
        mean += forkShares[i] * fork;
      }
      distances[r] = Math.abs(mean) * scale;
    }
    Arrays.sort(distances);
    return distances;
  }

  /** The effects of a level, reflated and with both signs. */
  private static final class Level {
    private final SplittableRandom random;
    private final double sd;
    private final double[] effects;

    Level(double[] seen, double sd, SplittableRandom random) {
      this.random = random;
      this.sd = sd;
      double squares = Arrays.stream(seen).map(e -> e * e).sum();
      boolean resampled = seen.length >= SHAPELESS && squares > 0;
      double factor = resampled ? sd * Math.sqrt(seen.length / squares) : 0;
      this.effects = new double[resampled ? 2 * seen.length : 0];
      for (int i = 0; i < effects.length; i++) {
        effects[i] = (i % 2 == 0 ? factor : -factor) * seen[i / 2];
      }
    }

    double draw() {
      if (sd == 0) {
        return 0;
      }
      return effects.length == 0
          ? sd * random.nextGaussian()
          : effects[random.nextInt(effects.length)];
    }

    double drawSum(int n) {
      double sum = 0;
      for (int i = 0; i < n; i++) {
        sum += draw();
      }
      return sum;
    }
  }
}
