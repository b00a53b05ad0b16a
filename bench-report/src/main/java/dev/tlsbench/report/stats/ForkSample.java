package dev.tlsbench.report.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One figure of a run: a value for each epoch, by fork. For a ratio, the value is its natural
 * logarithm.
 *
 * <p>The estimate is the mean of the forks' means, since JVMs differ and the epochs of one resemble
 * each other. Its interval is Student's t over forks, and never narrower than what the scatter of
 * epochs inside the forks allows: a few forks may agree by chance. With one fork the scatter of its
 * epochs is all there is, and the interval holds for that JVM alone. docs/reference/statistics.md
 * has the coverage in simulated runs.
 *
 * <p>Not safe for use by several threads.
 */
public final class ForkSample {
  private final Map<Integer, List<Double>> epochs = new TreeMap<>();

  /**
   * Adds the value of one epoch.
   *
   * @param fork the number of its fork; gaps are allowed
   * @param value finite
   * @throws IllegalArgumentException if the value is not finite: leave such an epoch out, and say
   *     so
   */
  public void add(int fork, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("fork " + fork + ": " + value + " is not finite");
    }
    epochs.computeIfAbsent(fork, none -> new ArrayList<>()).add(value);
  }

  /** Returns the values by fork and epoch, in order. */
  public double[][] values() {
    return epochs.values().stream()
        .map(fork -> fork.stream().mapToDouble(Double::doubleValue).toArray())
        .toArray(double[][]::new);
  }

  public int forks() {
    return epochs.size();
  }

  public int epochs() {
    return epochs.values().stream().mapToInt(Collection::size).sum();
  }

  /** Returns whether there are at least two epochs, in any forks: the least for an interval. */
  public boolean isRepeated() {
    return epochs() > 1;
  }

  /**
   * Estimates the mean.
   *
   * @throws IllegalArgumentException if there are fewer than two epochs
   */
  public Estimate estimate() {
    if (!isRepeated()) {
      throw new IllegalArgumentException("epochs: " + epochs() + "; an interval needs at least 2");
    }
    double[][] forks = values();
    double[] means = Arrays.stream(forks).mapToDouble(ForkSample::mean).toArray();
    int n = means.length;
    int freedom = epochs() - n;
    double between = squares(means) / (n - 1) / n;
    double inside = Arrays.stream(forks).mapToDouble(ForkSample::squares).sum() / freedom;
    double share = Arrays.stream(forks).mapToDouble(fork -> 1.0 / fork.length).sum() / n / n;
    return new Estimate(
        mean(means),
        reach(0.95, between, n - 1, inside * share, freedom),
        reach(0.99, between, n - 1, inside * share, freedom),
        Math.max(p(mean(means), between, n - 1), p(mean(means), inside * share, freedom)),
        n,
        epochs());
  }

  private static double reach(
      double confidence, double between, int forkFreedom, double inside, int epochFreedom) {
    return Math.max(
        halfWidth(confidence, between, forkFreedom), halfWidth(confidence, inside, epochFreedom));
  }

  private static double halfWidth(double confidence, double variance, int freedom) {
    return freedom == 0
        ? 0
        : Math.sqrt(variance)
            * TDistribution.of(freedom).inverseSurvivalProbability((1 - confidence) / 2);
  }

  private static double p(double mean, double variance, int freedom) {
    if (freedom == 0 || variance == 0) {
      return mean == 0 ? 1 : 0;
    }
    return 2 * TDistribution.of(freedom).survivalProbability(Math.abs(mean) / Math.sqrt(variance));
  }

  static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  private static double squares(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
  }
}
