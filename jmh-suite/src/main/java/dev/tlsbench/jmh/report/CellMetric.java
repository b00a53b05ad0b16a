package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.BenchmarkCell;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.ForkSample;
import dev.tlsbench.report.stats.Interval;
import java.util.List;

/**
 * The mean over forks of a quantity of a cell, with its 95 % interval by Student's t. Means are
 * geometric, unless a fork has 0. One fork gives no interval.
 *
 * <p>The unit is the fork. JIT compilation and memory layout are decided once per JVM and shift all
 * of its iterations together. Iterations are therefore not independent, and JMH's own error, which
 * assumes that they are, is too small.
 *
 * @param name {@code time} for JMH's score, else that of the counter or profiler
 * @param variant for a ratio of a paired benchmark, what is divided by the baseline; else empty
 * @param baseline equal to the variant for the control
 * @param forks the number of forks
 * @param excludesOne whether the 99 % interval excludes 1
 */
record CellMetric(
    BenchmarkCell cell,
    String name,
    String variant,
    String baseline,
    Figure figure,
    int forks,
    boolean excludesOne) {

  /** Computes the mean of one or more forks' values. */
  static CellMetric of(
      BenchmarkCell cell,
      String name,
      String variant,
      String baseline,
      List<Double> forks,
      Unit unit) {
    if (forks.size() < 2) {
      return new CellMetric(cell, name, variant, baseline, Figure.of(forks.get(0), unit), 1, false);
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
    return new CellMetric(cell, name, variant, baseline, mean.in(unit), forks.size(), excludesOne);
  }

  boolean isRatio() {
    return !variant.isEmpty();
  }

  /** Returns whether this is the ratio of a baseline to itself. */
  boolean isControl() {
    return isRatio() && variant.equals(baseline);
  }

  /** Returns whether another metric is the control of this ratio. */
  boolean isControlledBy(CellMetric other) {
    return other.isControl() && cell.equals(other.cell()) && name.equals(other.name());
  }

  /** Returns the figure; that of a ratio as text such as {@code 1.108 ±0.3 %}. */
  String text() {
    return !isRatio() || figure.low95() == null
        ? figure.text()
        : figure.bare() + "\u00a0±" + Numbers.percent(figure.halfWidth() / figure.value());
  }

  NamedFigure named() {
    return new NamedFigure(
        isRatio() ? cell.label() + " " + variant + "/" + baseline : cell.label(),
        name,
        isRatio() ? Unit.RATIO : figure.unit(),
        figure.value(),
        figure.low95(),
        figure.high95(),
        false,
        isControl());
  }
}
