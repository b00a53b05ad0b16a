package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.json.OneLine;
import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.report.stats.Resamples;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A quantity as each fork measured it, and the median over forks with its interval.
 *
 * <p>The unit is the fork. JIT compilation and memory layout are decided once per JVM and shift all
 * of its iterations together. Iterations are therefore not independent, and JMH's own error, which
 * assumes that they are, is too small. The interval is a percentile bootstrap over forks. For a
 * ratio the two medians are resampled independently.
 *
 * <p>With few forks the coverage is lower: the interval never extends beyond the fastest and the
 * slowest fork. With five, all of them lie on one side of the true median in 2·(1/2)^5 of all runs,
 * so the nominal 95 % interval contains it in at most 94 % of them. With one fork there is no
 * interval.
 *
 * @param value the median
 * @param low95 the lower end of the interval; {@code null} with one fork
 * @param high95 the upper end; {@code null} with one fork
 * @param forks the mean of each fork's iterations, one or more, in the order in which they ran
 */
@OneLine
public record ForkValues(
    double value, @Nullable Double low95, @Nullable Double high95, List<Double> forks) {

  /**
   * Computes the median over forks.
   *
   * @param seed of the bootstrap; the same figure and seed always give the same interval
   */
  static ForkValues of(double[] forks, long seed) {
    List<Double> values = Arrays.stream(forks).boxed().toList();
    Interval median = resamples(forks, seed).estimate();
    return forks.length < 2
        ? new ForkValues(median.value(), null, null, values)
        : new ForkValues(median.value(), median.low95(), median.high95(), values);
  }

  private static Resamples resamples(double[] forks, long seed) {
    return Resamples.ofMedian(new double[][] {forks}, seed);
  }

  private double[] array() {
    return forks.stream().mapToDouble(Double::doubleValue).toArray();
  }

  Figure in(Unit unit) {
    return new Figure(value, low95, high95, unit);
  }

  /** This median divided by another one, times a factor; without an interval if either has none. */
  Figure over(ForkValues divisor, double factor, Unit unit, long seed) {
    Figure ratio =
        resamples(array(), seed)
            .with(resamples(divisor.array(), seed + 1), (a, b) -> a / b)
            .in(unit, factor);
    return low95 == null || divisor.low95 == null ? Figure.of(ratio.value(), unit) : ratio;
  }
}
