package dev.tlsbench.report.stats;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * The coverage of the intervals in many simulated runs.
 *
 * @param in95 the fraction of the runs whose 95 % interval held the truth
 * @param in99 the fraction of the runs whose 99 % interval held it
 * @param halfWidth the mean half-width, as a fraction of 1
 * @param forks the mean number of forks
 */
record Coverage(double in95, double in99, double halfWidth, double forks) {

  /** Runs it that many times, with seeds from 1 on, on all cores. */
  static Coverage of(SimulatedRun run, int times) {
    List<Estimate> all =
        LongStream.rangeClosed(1, times).parallel().mapToObj(run::estimate).toList();
    return new Coverage(
        share(all, estimate -> Math.abs(estimate.mean()) <= estimate.reach95()),
        share(all, estimate -> !estimate.excludesZero()),
        mean(all, Estimate::halfWidth),
        mean(all, Estimate::forks));
  }

  private static double share(List<Estimate> all, Predicate<Estimate> holds) {
    return mean(all, estimate -> holds.test(estimate) ? 1 : 0);
  }

  private static double mean(List<Estimate> all, ToDoubleFunction<Estimate> figure) {
    return all.stream().mapToDouble(figure).average().orElseThrow();
  }
}
