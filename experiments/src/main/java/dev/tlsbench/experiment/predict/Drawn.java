package dev.tlsbench.experiment.predict;

import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.report.stats.Resamples;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A number and its joint draws: draw i of all numbers belongs together, so that a figure computed
 * from several numbers carries the uncertainty of all their measurements. Immutable.
 */
final class Drawn {
  private static final double LOWER_END = 0.025;
  private static final double UPPER_END = 0.975;

  /** The estimate, then the draws. */
  private final double[] values;

  private Drawn(double[] values) {
    this.values = values;
  }

  /**
   * @param at returns the value in a draw, and at −1 the estimate
   */
  static Drawn of(IntToDoubleFunction at) {
    double[] values = new double[Calibration.DRAWS + 1];
    Arrays.setAll(values, i -> at.applyAsDouble(i - 1));
    return new Drawn(values);
  }

  static Drawn constant(double value) {
    return of(draw -> value);
  }

  /** Returns the sum of two numbers, of which one may be absent. */
  static @Nullable Drawn sum(@Nullable Drawn one, @Nullable Drawn other) {
    return one == null ? other : other == null ? one : one.plus(other);
  }

  Drawn plus(Drawn other) {
    return with(other, Double::sum);
  }

  Drawn minus(Drawn other) {
    return with(other, (one, two) -> one - two);
  }

  Drawn times(Drawn other) {
    return with(other, (one, two) -> one * two);
  }

  Drawn over(Drawn other) {
    return with(other, (one, two) -> one / two);
  }

  Drawn times(double factor) {
    return times(constant(factor));
  }

  Drawn over(double divisor) {
    return over(constant(divisor));
  }

  private Drawn with(Drawn other, DoubleBinaryOperator operator) {
    return of(draw -> operator.applyAsDouble(at(draw), other.at(draw)));
  }

  /** Returns the value in a draw, and at −1 the estimate. */
  double at(int draw) {
    return values[draw + 1];
  }

  /** Returns the estimate with its 95 % interval; NaN where a number is not finite. */
  Interval interval() {
    double value = at(-1);
    double[] draws = Arrays.copyOfRange(values, 1, values.length);
    if (!Double.isFinite(value) || !Arrays.stream(draws).allMatch(Double::isFinite)) {
      return new Interval(Double.isFinite(value) ? value : Double.NaN, Double.NaN, Double.NaN);
    }
    return new Interval(
        value, Resamples.percentile(draws, LOWER_END), Resamples.percentile(draws, UPPER_END));
  }
}
