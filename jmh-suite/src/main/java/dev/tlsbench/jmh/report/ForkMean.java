package dev.tlsbench.jmh.report;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.ForkSample;
import dev.tlsbench.report.stats.Interval;
import java.util.List;

/**
 * The mean of a quantity over forks with its 95 % interval, by Student's t. Means are geometric,
 * unless a fork has 0. One fork gives no interval.
 *
 * <p>The unit is the fork. JIT compilation and memory layout are decided once per JVM and shift all
 * of its iterations together. Iterations are therefore not independent, and JMH's own error, which
 * assumes that they are, is too small.
 *
 * @param forks the number of forks
 * @param excludesOne whether the 99 % interval excludes 1
 */
record ForkMean(Figure figure, int forks, boolean excludesOne) {
  /** Computes the mean of one or more forks' values. */
  static ForkMean of(List<Double> forks, Unit unit) {
    if (forks.size() < 2) {
      return new ForkMean(Figure.of(forks.get(0), unit), forks.size(), false);
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
    return new ForkMean(mean.in(unit), forks.size(), geometric && estimate.excludesZero());
  }
}
