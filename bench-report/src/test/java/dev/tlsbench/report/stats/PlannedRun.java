package dev.tlsbench.report.stats;

import dev.tlsbench.report.stats.PrecisionPlanner.Costs;
import dev.tlsbench.report.stats.PrecisionPlanner.Plan;
import dev.tlsbench.report.stats.PrecisionPlanner.Step;
import java.util.SplittableRandom;

/**
 * A simulated run that follows a planner until it stops or the time is over.
 *
 * @param estimate the final estimate; the truth is a ratio of 1
 * @param seconds the duration
 * @param promised the duration that the planner expected when it was first asked with the minimum
 *     number of forks
 */
record PlannedRun(LevelEstimate estimate, double seconds, double promised) {
  private static final int RESAMPLES = 200;

  /** Epochs between two plans; a run uses one, three are faster. */
  private static final int ASK_AFTER = 3;

  /** Runs it with this truth. */
  static PlannedRun of(
      VarianceComponents sd,
      Costs costs,
      double goal,
      int fewestForks,
      double maxSeconds,
      long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    PrecisionPlanner planner = new PrecisionPlanner(costs, goal, fewestForks);
    Estimator estimator = new Estimator(seed, RESAMPLES);
    PairedSample.Builder sample = PairedSample.builder();
    int fork = -1;
    int epochsInFork = 0;
    int blocks = 5;
    double ofFork = 0;
    double seconds = 0;
    double promised = Double.NaN;
    Step next = Step.FORK;
    while (true) {
      if (next == Step.FORK) {
        fork++;
        epochsInFork = 0;
        ofFork = sd.sdFork() * random.nextGaussian();
        seconds += costs.fork();
      }
      double ofEpoch = ofFork + sd.sdEpoch() * random.nextGaussian();
      for (int block = 0; block < blocks; block++) {
        sample.add(fork, epochsInFork, block, ofEpoch + sd.sdBlock() * random.nextGaussian());
      }
      seconds += costs.epoch() + blocks * costs.block();
      epochsInFork++;
      next = Step.EPOCH;
      PairedSample soFar = sample.build();
      if (soFar.epochs() % ASK_AFTER != 0) {
        continue;
      }
      LevelEstimate estimate = estimator.estimate(soFar);
      Plan plan = planner.plan(estimate, epochsInFork, maxSeconds - seconds);
      if (Double.isNaN(promised) && fork + 1 == fewestForks) {
        promised = seconds + plan.secondsToGoal();
      }
      if (plan.next() == Step.STOP || seconds >= maxSeconds) {
        return new PlannedRun(estimate, seconds, promised);
      }
      next = plan.next();
      blocks = plan.blocksPerEpoch();
    }
  }
}
