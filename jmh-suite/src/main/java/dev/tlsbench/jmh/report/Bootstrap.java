package dev.tlsbench.jmh.report;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Medians over forks, and how far another run of as many forks might be from them.
 *
 * <p>The fork is the unit: what the JIT compiler and the layout of memory decide once in the life
 * of a JVM shifts all of its iterations together, so they are not independent, and JMH's own error,
 * which takes them to be, is too small. The interval is the percentile bootstrap: the forks are
 * drawn anew with replacement {@value #RESAMPLES} times, and the middle 95 % of the medians is the
 * interval. In a ratio, both figures are drawn anew, each by itself.
 *
 * <p>What few forks allow: the interval never reaches beyond the fastest and the slowest fork. With
 * five, all of them lie on one side of the true median in 2·(1/2)^5 of all runs, so that the
 * interval holds it in at most 94 % of them, whatever its name says. With one fork there is none.
 *
 * <p>The draws depend on the seed alone, not on what was asked before: a figure has the same
 * interval wherever it appears. Safe to share between threads.
 */
final class Bootstrap {
  /** How often the forks are drawn anew. */
  static final int RESAMPLES = 10_000;

  private static final double TAIL = 0.025;

  private final long seed;

  Bootstrap(long seed) {
    this.seed = seed;
  }

  /** The median of a figure. */
  Estimate median(Figure figure) {
    return of(medians -> medians[0], figure);
  }

  /** The median of one figure over that of another. */
  Estimate ratio(Figure dividend, Figure divisor) {
    return of(medians -> medians[0] / medians[1], dividend, divisor);
  }

  /** Any formula of the medians of figures that were measured apart. */
  Estimate of(ToDoubleFunction<double[]> formula, Figure... figures) {
    double[] medians = Arrays.stream(figures).mapToDouble(Figure::median).toArray();
    double value = formula.applyAsDouble(medians);
    return new Estimate(value, interval(formula, figures));
  }

  private @Nullable Interval interval(ToDoubleFunction<double[]> formula, Figure[] figures) {
    if (Arrays.stream(figures).anyMatch(figure -> figure.forks() < 2)) {
      return null;
    }
    SplittableRandom random = new SplittableRandom(seed);
    double[] medians = new double[figures.length];
    double[] values = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      for (int j = 0; j < figures.length; j++) {
        medians[j] = Figure.median(resample(figures[j], random));
      }
      values[i] = formula.applyAsDouble(medians);
    }
    Arrays.sort(values);
    int cut = (int) (RESAMPLES * TAIL);
    return new Interval(values[cut], values[RESAMPLES - 1 - cut]);
  }

  private static double[] resample(Figure figure, SplittableRandom random) {
    double[] drawn = new double[figure.forks()];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = figure.fork(random.nextInt(drawn.length));
    }
    return drawn;
  }
}
