package dev.tlsbench.jmh.report;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.json.OneLine;
import dev.tlsbench.report.stats.Change;
import dev.tlsbench.report.stats.ForkSample;
import dev.tlsbench.report.stats.Interval;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A quantity as each fork measured it, and the mean over forks with its interval, by Student's t.
 * Means are geometric, unless a fork has 0.
 *
 * <p>The unit is the fork. JIT compilation and memory layout are decided once per JVM and shift all
 * of its iterations together. Iterations are therefore not independent, and JMH's own error, which
 * assumes that they are, is too small.
 *
 * @param value the mean
 * @param low95 the lower end of the interval; {@code null} with one fork
 * @param high95 the upper end; {@code null} with one fork
 * @param forks the mean of each fork's iterations, one or more, in the order in which they ran
 */
@OneLine
public record ForkValues(
    double value, @Nullable Double low95, @Nullable Double high95, List<Double> forks) {

  /** Computes the mean over forks. */
  static ForkValues of(double... forks) {
    List<Double> values = Arrays.stream(forks).boxed().toList();
    if (forks.length < 2) {
      return new ForkValues(forks[0], null, null, values);
    }
    DoubleSummaryStatistics ends = Arrays.stream(forks).summaryStatistics();
    // Equal values stay as they are: the logarithm of a count has a rounding error.
    boolean geometric = ends.getMin() > 0 && ends.getMax() > ends.getMin();
    DoubleUnaryOperator scale = geometric ? Math::log : DoubleUnaryOperator.identity();
    ForkSample sample = new ForkSample();
    for (int fork = 0; fork < forks.length; fork++) {
      sample.add(fork, scale.applyAsDouble(forks[fork]));
    }
    Interval mean = geometric ? sample.estimate().ratio() : sample.estimate().interval();
    return new ForkValues(mean.value(), mean.low95(), mean.high95(), values);
  }

  Figure in(Unit unit) {
    return new Figure(value, low95, high95, unit);
  }

  /** This mean divided by another one, times a factor; without an interval if either has none. */
  Figure over(ForkValues divisor, double factor, Unit unit) {
    return low95 == null || divisor.low95 == null
        ? Figure.of(factor * value / divisor.value, unit)
        : Change.between(List.of(divisor.run()), List.of(run()), 0).in(unit, factor);
  }

  private Change.Run run() {
    Figure figure = in(Unit.NUMBER);
    return Change.Run.of(new Interval(value, figure.low(), figure.high()), forks.size() - 1.0);
  }
}
