package dev.tlsbench.report.stats;

import java.util.Arrays;

/**
 * The model behind an estimate: log ratio = mean + fork + epoch + block, each effect with its own
 * variance. Fitted from the bottom up by the method of moments, so that each level is judged by its
 * observed means and not by the variance of the level below: autocorrelated blocks make {@code
 * s2Block / blocks} too small, but do not affect the variance of the epochs' means.
 *
 * <p>An epoch has the weight {@code 1 / (s2Epoch + s2Block / blocks)}, a fork {@code 1 / (s2Fork +
 * variance of its mean)}; in balanced data all weights are equal.
 */
final class RandomEffects {
  private final double[][][] values;

  /** Mean of each epoch, weight of each epoch, mean of each fork, weight of each fork. */
  private final double[][] epochMeans;

  private final double[][] epochWeights;
  private final double[] forkMeans;
  private final double[] forkWeights;

  private final double mean;
  private final double dispersion;
  private final VarianceComponents components;
  private final Spread spread;

  RandomEffects(PairedSample sample) {
    values = sample.values();
    int forks = sample.forks();
    int epochFreedom = sample.epochs() - forks;
    epochMeans = new double[forks][];
    epochWeights = new double[forks][];
    for (int i = 0; i < forks; i++) {
      epochMeans[i] = Arrays.stream(values[i]).mapToDouble(PairedSample::mean).toArray();
    }
    double s2Block = blockVariance(sample);
    double s2Epoch = epochVariance(s2Block, epochFreedom);
    weighEpochs(s2Epoch, s2Block);

    forkMeans = new double[forks];
    double[] information = new double[forks];
    double squares = 0;
    for (int i = 0; i < forks; i++) {
      information[i] = Arrays.stream(epochWeights[i]).sum();
      forkMeans[i] = weightedMean(epochMeans[i], epochWeights[i]);
      squares += weightedSquares(epochMeans[i], epochWeights[i], forkMeans[i]);
    }
    // Observed over modelled variance of the epochs' means: 1 unless s2Epoch was truncated at 0.
    dispersion = epochFreedom == 0 ? 0 : squares / epochFreedom;

    double s2Fork = forkVariance(information);
    forkWeights = new double[forks];
    for (int i = 0; i < forks; i++) {
      double variance = s2Fork + dispersion / information[i];
      forkWeights[i] = variance > 0 ? 1 / variance : information[i];
    }
    mean = weightedMean(forkMeans, forkWeights);
    components = new VarianceComponents(Math.sqrt(s2Fork), Math.sqrt(s2Epoch), Math.sqrt(s2Block));
    spread = spread(information, epochFreedom);
  }

  double mean() {
    return mean;
  }

  VarianceComponents components() {
    return components;
  }

  Spread spread() {
    return spread;
  }

  /**
   * Returns the observed over the modelled variance of the epochs' means: 0 or more, 1 if the model
   * holds.
   */
  double dispersion() {
    return dispersion;
  }

  /** Returns the deviations of the forks' means from the mean. */
  double[] forkEffects() {
    return Arrays.stream(forkMeans).map(m -> m - mean).toArray();
  }

  /** Returns the deviations of the epochs' means from their forks' means. */
  double[] epochEffects() {
    double[] effects = new double[Arrays.stream(epochMeans).mapToInt(e -> e.length).sum()];
    int n = 0;
    for (int i = 0; i < epochMeans.length; i++) {
      for (double epoch : epochMeans[i]) {
        effects[n++] = epoch - forkMeans[i];
      }
    }
    return effects;
  }

  /** Returns the deviations of the blocks from their epochs' means. */
  double[] blockEffects() {
    return Arrays.stream(values)
        .flatMap(Arrays::stream)
        .flatMapToDouble(
            epoch -> {
              double own = PairedSample.mean(epoch);
              return Arrays.stream(epoch).map(block -> block - own);
            })
        .toArray();
  }

  /** Returns the weights of the forks in the mean; they sum to 1. */
  double[] forkShares() {
    double sum = Arrays.stream(forkWeights).sum();
    return Arrays.stream(forkWeights).map(w -> w / sum).toArray();
  }

  /** Returns the weights of the epochs in their forks' means; they sum to 1 in each fork. */
  double[][] epochShares() {
    return Arrays.stream(epochWeights)
        .map(
            fork -> {
              double sum = Arrays.stream(fork).sum();
              return Arrays.stream(fork).map(w -> w / sum).toArray();
            })
        .toArray(double[][]::new);
  }

  /** Returns the numbers of blocks by fork and epoch. */
  int[][] blockCounts() {
    return Arrays.stream(values)
        .map(fork -> Arrays.stream(fork).mapToInt(epoch -> epoch.length).toArray())
        .toArray(int[][]::new);
  }

  private double blockVariance(PairedSample sample) {
    int freedom = sample.blocks() - sample.epochs();
    double squares = Arrays.stream(blockEffects()).map(e -> e * e).sum();
    return freedom == 0 ? 0 : squares / freedom;
  }

  /**
   * Estimates by ANOVA of unbalanced data: E(mean square) = s2Block + s2Epoch * (blocks an epoch,
   * corrected).
   */
  private double epochVariance(double s2Block, int freedom) {
    if (freedom == 0) {
      return 0;
    }
    double squares = 0;
    double coefficient = 0;
    for (int i = 0; i < values.length; i++) {
      double[] counts = Arrays.stream(values[i]).mapToDouble(epoch -> epoch.length).toArray();
      squares += weightedSquares(epochMeans[i], counts, weightedMean(epochMeans[i], counts));
      coefficient += effective(counts);
    }
    return Math.max(0, (squares - freedom * s2Block) / coefficient);
  }

  private void weighEpochs(double s2Epoch, double s2Block) {
    for (int i = 0; i < values.length; i++) {
      epochWeights[i] =
          Arrays.stream(values[i])
              .mapToDouble(epoch -> s2Epoch + s2Block / epoch.length)
              .map(variance -> variance > 0 ? 1 / variance : 1)
              .toArray();
    }
  }

  /**
   * Estimates as {@link #epochVariance} does, one level up: DerSimonian and Laird's estimate in
   * meta-analysis.
   */
  private double forkVariance(double[] information) {
    int freedom = information.length - 1;
    if (freedom == 0) {
      return 0;
    }
    double squares = weightedSquares(forkMeans, information, weightedMean(forkMeans, information));
    return Math.max(0, (squares - freedom * dispersion) / effective(information));
  }

  private Spread spread(double[] information, int epochFreedom) {
    int forkFreedom = forkMeans.length - 1;
    double sum = Arrays.stream(forkWeights).sum();
    double forkVariance =
        forkFreedom == 0 ? 0 : weightedSquares(forkMeans, forkWeights, mean) / forkFreedom / sum;
    double[] shares = forkShares();
    double epochVariance = 0;
    for (int i = 0; i < shares.length; i++) {
      epochVariance += shares[i] * shares[i] * dispersion / information[i];
    }
    return new Spread(Math.sqrt(forkVariance), forkFreedom, Math.sqrt(epochVariance), epochFreedom);
  }

  private static double effective(double[] weights) {
    double sum = Arrays.stream(weights).sum();
    return sum - Arrays.stream(weights).map(w -> w * w).sum() / sum;
  }

  private static double weightedMean(double[] numbers, double[] weights) {
    double sum = 0;
    double weight = 0;
    for (int i = 0; i < numbers.length; i++) {
      sum += numbers[i] * weights[i];
      weight += weights[i];
    }
    return sum / weight;
  }

  private static double weightedSquares(double[] numbers, double[] weights, double centre) {
    double sum = 0;
    for (int i = 0; i < numbers.length; i++) {
      sum += weights[i] * (numbers[i] - centre) * (numbers[i] - centre);
    }
    return sum;
  }
}
