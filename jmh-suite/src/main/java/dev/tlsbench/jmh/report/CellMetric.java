package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.BenchmarkCell;
import dev.tlsbench.jmh.cell.RatioResult;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.ForkSample;
import dev.tlsbench.report.stats.Interval;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The mean over forks of a quantity of a cell, with its 95 % interval by Student's t. Means are
 * geometric, unless a fork has 0. One fork gives no interval.
 *
 * <p>The unit is the fork. JIT compilation and memory layout are decided once per JVM and shift all
 * of its iterations together. Iterations are therefore not independent, and JMH's own error, which
 * assumes that they are, is too small.
 *
 * @param name {@code time} for JMH's score, else that of the counter or profiler
 * @param pair the variants that are compared, if the quantity is a ratio between two of a paired
 *     benchmark
 * @param forks the number of forks
 * @param excludesOne whether the 99 % interval excludes 1
 */
record CellMetric(
    BenchmarkCell cell,
    String name,
    @Nullable RatioResult pair,
    Figure figure,
    int forks,
    boolean excludesOne) {

  /** Computes the mean of one or more forks' values. */
  static CellMetric of(
      BenchmarkCell cell, String name, @Nullable RatioResult pair, List<Double> forks, Unit unit) {
    if (forks.size() < 2) {
      return new CellMetric(cell, name, pair, Figure.of(forks.get(0), unit), 1, false);
    }
    // Equal values stay as they are: the logarithm of a count has a rounding error.
    boolean geometric =
        forks.stream().allMatch(fork -> fork > 0) && forks.stream().distinct().count() > 1;
    ForkSample sample = new ForkSample();
    for (int i = 0; i < forks.size(); i++) {
      sample.add(i, geometric ? Math.log(forks.get(i)) : forks.get(i));
    }
    Estimate estimate = sample.estimate();
    Interval mean = geometric ? estimate.ratio() : estimate.interval();
    boolean excludesOne = geometric && estimate.excludesZero();
    return new CellMetric(cell, name, pair, mean.in(unit), forks.size(), excludesOne);
  }

  /** Returns whether this is the ratio of a baseline to itself. */
  boolean isControl() {
    return pair != null && pair.variant().equals(pair.baseline());
  }

  /** Returns the variants of a ratio. */
  RatioResult compared() {
    return Objects.requireNonNull(pair);
  }

  /** Returns whether another metric is the control of this ratio. */
  boolean isControlledBy(CellMetric other) {
    return other.isControl() && cell.equals(other.cell()) && name.equals(other.name());
  }

  /** Returns the figure; that of a ratio as text such as {@code 1.108 ±0.3 %}. */
  String text() {
    return pair == null || figure.low95() == null
        ? figure.text()
        : figure.bare() + "\u00a0±" + Numbers.percent(figure.halfWidth() / figure.value());
  }

  NamedFigure named() {
    return new NamedFigure(
        pair == null ? cell.label() : cell.label() + " " + pair.variant() + "/" + pair.baseline(),
        name,
        pair == null ? figure.unit() : Unit.RATIO,
        figure.value(),
        figure.low95(),
        figure.high95(),
        false,
        isControl());
  }
}
