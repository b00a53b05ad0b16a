package dev.tlsbench.report.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The observations of one variant and one figure: for every block, the natural logarithm of the
 * variant's figure divided by the baseline's. Forks may have different numbers of epochs, and
 * epochs of blocks. A figure that exists once for each epoch, such as a percentile of latency, has
 * only block 0. Immutable.
 */
public final class PairedSample {
  /** Values by fork, epoch and block, in the order of their numbers; no level is empty. */
  private final double[][][] values;

  private PairedSample(double[][][] values) {
    this.values = values;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Returns the number of forks that have observations. */
  public int forks() {
    return values.length;
  }

  /** Returns the number of epochs that have observations, over all forks. */
  public int epochs() {
    return Arrays.stream(values).mapToInt(fork -> fork.length).sum();
  }

  /** Returns the number of observations. */
  public int blocks() {
    return Arrays.stream(values).flatMap(Arrays::stream).mapToInt(epoch -> epoch.length).sum();
  }

  /** Returns whether there are at least two epochs, in any forks: the minimum for an interval. */
  public boolean isRepeated() {
    return epochs() > 1;
  }

  /** Returns the observations by fork, epoch and block; callers must not modify them. */
  double[][][] values() {
    return values;
  }

  /** Returns the mean of each epoch, in the order of forks. */
  double[] epochMeans() {
    return Arrays.stream(values).flatMap(Arrays::stream).mapToDouble(PairedSample::mean).toArray();
  }

  static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  /** Collects observations, in any order. Not safe for use by several threads. */
  public static final class Builder {
    private final Map<Integer, Map<Integer, Map<Integer, Double>>> forks = new TreeMap<>();

    private Builder() {}

    /**
     * Adds the observation of one block.
     *
     * @param fork the number of the fork, from 0; gaps are allowed
     * @param epoch the number of the epoch in its fork, from 0; gaps are allowed
     * @param block the number of the block in its epoch, from 0; gaps are allowed
     * @param logRatio the natural logarithm of variant / baseline, finite
     * @throws IllegalArgumentException if {@code logRatio} is not finite (a window without
     *     operations has no ratio: omit its block and report that)
     */
    public Builder add(int fork, int epoch, int block, double logRatio) {
      if (!Double.isFinite(logRatio)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "fork %d, epoch %d, block %d: log ratio %s; expected a finite number",
                fork,
                epoch,
                block,
                logRatio));
      }
      forks
          .computeIfAbsent(fork, f -> new TreeMap<>())
          .computeIfAbsent(epoch, e -> new TreeMap<>())
          .put(block, logRatio);
      return this;
    }

    /**
     * Adds an epoch by its windows. The mean of the added values is the logarithm of the ratio of
     * both means; each block has that ratio and its own deviation from it, in fractions of the
     * means (the ratio estimator of survey sampling, linearized: Cochran 1977, chapter 6). So a
     * nearly empty window counts for its duration, whereas the logarithm of its own ratio would
     * outweigh all others.
     *
     * @param fork the number of the fork, from 0; gaps are allowed
     * @param epoch the number of the epoch in its fork, from 0; gaps are allowed
     * @param variant the variant's figure in each block, 0 or more and not all 0
     * @param baseline the baseline's figure in the same blocks, with the same limits
     * @throws IllegalArgumentException if a mean is not finite and above 0
     */
    public Builder addEpoch(int fork, int epoch, double[] variant, double[] baseline) {
      double variantMean = mean(variant);
      double baselineMean = mean(baseline);
      double logRatio = Math.log(variantMean / baselineMean);
      for (int block = 0; block < variant.length; block++) {
        double deviation = variant[block] / variantMean - baseline[block] / baselineMean;
        add(fork, epoch, block, logRatio + deviation);
      }
      return this;
    }

    /** Returns a sample of the observations so far; the builder can be used further. */
    public PairedSample build() {
      List<double[][]> built = new ArrayList<>();
      for (Map<Integer, Map<Integer, Double>> fork : forks.values()) {
        built.add(
            fork.values().stream()
                .map(e -> e.values().stream().mapToDouble(Double::doubleValue).toArray())
                .toArray(double[][]::new));
      }
      return new PairedSample(built.toArray(double[][][]::new));
    }
  }
}
