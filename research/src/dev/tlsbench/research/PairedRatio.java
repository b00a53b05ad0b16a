package dev.tlsbench.research;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The ratio of two quantities measured in pairs, with a 95 % interval by a seeded bootstrap over
 * the pairs.
 *
 * @param median the median of the pairs' ratios
 * @param low the lower end of the interval
 * @param high the upper end of the interval
 */
record PairedRatio(double median, double low, double high) {
  private static final int RESAMPLES = 10_000;
  private static final long SEED = 20_261_121;

  /** Divides {@code a} by {@code b} pair by pair. */
  static PairedRatio of(List<Double> a, List<Double> b) {
    double[] ratios = new double[a.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = a.get(i) / b.get(i);
    }
    Random random = new Random(SEED);
    double[] medians = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      medians[i] =
          median(
              random.ints(ratios.length, 0, ratios.length).mapToDouble(k -> ratios[k]).toArray());
    }
    Arrays.sort(medians);
    return new PairedRatio(
        median(ratios), medians[(int) (RESAMPLES * 0.025)], medians[(int) (RESAMPLES * 0.975)]);
  }

  static double median(List<Double> values) {
    return median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.3f (95 %% interval %.3f to %.3f)", median, low, high);
  }
}
