package dev.tlsbench.experiment.connect;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.random.RandomGenerator;

/**
 * A median or mean of measurements, and what it would have been in other samples like this one: the
 * percentile bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap, chapter 13). The
 * unit that is drawn is the connection.
 */
final class Resamples {
  private static final int COUNT = 2_000;
  private static final double LOW = 0.025;
  private static final double HIGH = 0.975;

  private final double value;
  private final double[] resampled;

  private Resamples(double value, double[] resampled) {
    this.value = value;
    this.resampled = resampled;
  }

  /** Draws for a median; there must be one measurement at least. */
  static Resamples ofMedian(double[] measured, RandomGenerator random) {
    double[] sorted = sorted(measured);
    double[] medians = new double[COUNT];
    int[] drawn = new int[sorted.length];
    for (int i = 0; i < COUNT; i++) {
      Arrays.fill(drawn, 0);
      for (int j = 0; j < sorted.length; j++) {
        drawn[random.nextInt(sorted.length)]++;
      }
      medians[i] = medianOf(sorted, drawn);
    }
    return new Resamples(percentile(sorted, 0.5), medians);
  }

  /** The median of the values of which each was drawn so often. */
  private static double medianOf(double[] sorted, int[] drawn) {
    int lowerRank = (sorted.length - 1) / 2;
    int upperRank = sorted.length / 2;
    int seen = 0;
    int at = 0;
    while (seen + drawn[at] <= lowerRank) {
      seen += drawn[at++];
    }
    double lower = sorted[at];
    while (seen + drawn[at] <= upperRank) {
      seen += drawn[at++];
    }
    return (lower + sorted[at]) / 2;
  }

  /** Draws for a mean; there must be one measurement at least. */
  static Resamples ofMean(double[] measured, RandomGenerator random) {
    double[] means = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      double sum = 0;
      for (int j = 0; j < measured.length; j++) {
        sum += measured[random.nextInt(measured.length)];
      }
      means[i] = sum / measured.length;
    }
    return new Resamples(Arrays.stream(measured).average().orElseThrow(), means);
  }

  /** The figure itself. */
  Interval estimate() {
    return interval(value, resampled);
  }

  /** A difference or ratio to another figure whose measurements are others. */
  Interval with(Resamples other, DoubleBinaryOperator operator) {
    double[] both = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      both[i] = operator.applyAsDouble(resampled[i], other.resampled[i]);
    }
    return interval(operator.applyAsDouble(value, other.value), both);
  }

  private static Interval interval(double value, double[] drawn) {
    double[] sorted = sorted(drawn);
    return new Interval(value, percentile(sorted, LOW), percentile(sorted, HIGH));
  }

  static double[] sorted(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /** Between the two values next to the rank, as far as the rank is. */
  static double percentile(double[] sorted, double part) {
    double rank = part * (sorted.length - 1);
    int below = (int) rank;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
  }
}
