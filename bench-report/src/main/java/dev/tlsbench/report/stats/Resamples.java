package dev.tlsbench.report.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * A median or mean of measurements and its distribution under the percentile bootstrap (Efron and
 * Tibshirani, An Introduction to the Bootstrap, chapter 13). The resampled unit is the round:
 * measurements of one round share the state of the machine, and resemble each other more than
 * measurements of other rounds. With fewer than ten rounds the unit is the single measurement.
 *
 * <p>Equal seeds draw equal rounds. So figures that were measured alternately, round by round, are
 * compared in pairs: a round that was slow for both cancels.
 */
public final class Resamples {
  private static final Quantile QUANTILE =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).withCopy(true);
  private static final int COUNT = 2_000;
  private static final int FEWEST_ROUNDS = 10;
  private static final double LOW = 0.025;
  private static final double HIGH = 0.975;

  private final double value;
  private final double[] resampled;

  private Resamples(double value, double[] resampled) {
    this.value = value;
    this.resampled = resampled;
  }

  /**
   * Resamples a median.
   *
   * @param measured the measurements by round; at least one
   */
  public static Resamples ofMedian(double[][] measured, long seed) {
    double[][] rounds = units(measured);
    int[] roundOf =
        IntStream.range(0, rounds.length)
            .flatMap(round -> IntStream.generate(() -> round).limit(rounds[round].length))
            .toArray();
    double[] values = all(rounds);
    int[] bySize =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] sorted = Arrays.stream(bySize).mapToDouble(i -> values[i]).toArray();
    int[] sortedRounds = Arrays.stream(bySize).map(i -> roundOf[i]).toArray();
    return new Resamples(
        percentile(sorted, 0.5),
        drawn(rounds, seed, times -> medianOf(sorted, sortedRounds, times)));
  }

  /** Returns the median of the values, each repeated as often as its round was drawn. */
  private static double medianOf(double[] sorted, int[] rounds, int[] times) {
    int count = Arrays.stream(rounds).map(round -> times[round]).sum();
    int lowerRank = (count - 1) / 2;
    int upperRank = count / 2;
    int seen = 0;
    int at = 0;
    while (seen + times[rounds[at]] <= lowerRank) {
      seen += times[rounds[at++]];
    }
    double lower = sorted[at];
    while (seen + times[rounds[at]] <= upperRank) {
      seen += times[rounds[at++]];
    }
    return (lower + sorted[at]) / 2;
  }

  /**
   * Resamples a mean.
   *
   * @param measured the measurements by round; at least one
   */
  public static Resamples ofMean(double[][] measured, long seed) {
    double[][] rounds = units(measured);
    double[] sums = Arrays.stream(rounds).mapToDouble(r -> Arrays.stream(r).sum()).toArray();
    return new Resamples(
        Arrays.stream(all(rounds)).average().orElseThrow(),
        drawn(
            rounds,
            seed,
            times -> {
              double sum = 0;
              long count = 0;
              for (int round = 0; round < times.length; round++) {
                sum += times[round] * sums[round];
                count += (long) times[round] * rounds[round].length;
              }
              return sum / count;
            }));
  }

  /** Returns a figure of each resample; redraws a resample in which all rounds are empty. */
  private static double[] drawn(double[][] rounds, long seed, ToDoubleFunction<int[]> figure) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] figures = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      int[] times;
      do {
        times = new int[rounds.length];
        for (int j = 0; j < rounds.length; j++) {
          times[random.nextInt(rounds.length)]++;
        }
      } while (isEmpty(rounds, times));
      figures[i] = figure.applyAsDouble(times);
    }
    return figures;
  }

  private static boolean isEmpty(double[][] rounds, int[] times) {
    return IntStream.range(0, times.length)
        .allMatch(round -> times[round] == 0 || rounds[round].length == 0);
  }

  /** Returns the rounds, or each measurement as a round of its own if there are too few. */
  private static double[][] units(double[][] rounds) {
    return rounds.length >= FEWEST_ROUNDS
        ? rounds
        : Arrays.stream(all(rounds))
            .mapToObj(measurement -> new double[] {measurement})
            .toArray(double[][]::new);
  }

  /** Returns all measurements of all rounds. */
  public static double[] all(double[][] rounds) {
    return Arrays.stream(rounds).flatMapToDouble(Arrays::stream).toArray();
  }

  public Interval estimate() {
    return interval(value, resampled);
  }

  /** Combines two figures, in pairs if their seeds and rounds are the same. */
  public Interval with(Resamples other, DoubleBinaryOperator operator) {
    double[] both = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      both[i] = operator.applyAsDouble(resampled[i], other.resampled[i]);
    }
    return interval(operator.applyAsDouble(value, other.value), both);
  }

  private static Interval interval(double value, double[] drawn) {
    double[] ends = QUANTILE.evaluate(drawn, LOW, HIGH);
    return new Interval(value, ends[0], ends[1]);
  }

  /** Interpolates between the two values next to the rank, by Hyndman and Fan's definition 7. */
  public static double percentile(double[] values, double part) {
    return QUANTILE.evaluate(values, part);
  }
}
