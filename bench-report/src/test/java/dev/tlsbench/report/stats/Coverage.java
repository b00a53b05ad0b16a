package dev.tlsbench.report.stats;

import java.util.stream.LongStream;

/**
 * The coverage of the intervals in many simulated runs.
 *
 * @param in95 the fraction of the runs whose 95 % interval held the truth
 * @param in99 the fraction of the runs whose 99 % interval held it
 * @param halfWidth the mean half-width, as a fraction of 1
 * @param wilcoxon the fraction of the runs whose Wilcoxon p-value was below 0.05
 */
record Coverage(double in95, double in99, double halfWidth, double wilcoxon) {

  /** Runs it that many times, with seeds from 1 on, on all cores. */
  static Coverage of(SimulatedRun run, int times, int resamples) {
    double truth = Math.exp(run.effect());
    double[] sums =
        LongStream.rangeClosed(1, times)
            .parallel()
            .mapToObj(
                seed -> {
                  LevelEstimate e = new Estimator(seed, resamples).estimate(run.sample(seed));
                  return new double[] {
                    e.interval95().low() <= truth && truth <= e.interval95().high() ? 1 : 0,
                    e.interval99().low() <= truth && truth <= e.interval99().high() ? 1 : 0,
                    e.halfWidth(),
                    e.wilcoxonP() < 0.05 ? 1 : 0
                  };
                })
            .reduce(new double[4], Coverage::sum);
    return new Coverage(sums[0] / times, sums[1] / times, sums[2] / times, sums[3] / times);
  }

  private static double[] sum(double[] a, double[] b) {
    double[] sum = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      sum[i] = a[i] + b[i];
    }
    return sum;
  }
}
