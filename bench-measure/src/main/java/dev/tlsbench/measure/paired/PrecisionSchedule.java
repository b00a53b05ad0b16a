package dev.tlsbench.measure.paired;

import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.report.stats.LevelEstimate;
import dev.tlsbench.report.stats.PrecisionPlanner;
import dev.tlsbench.report.stats.PrecisionPlanner.Costs;
import dev.tlsbench.report.stats.PrecisionPlanner.Plan;
import dev.tlsbench.report.stats.PrecisionPlanner.Step;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Runs until the interval is narrow enough. After every epoch the planner chooses the next step
 * that narrows it most.
 */
final class PrecisionSchedule extends Schedule {
  private final double goal;
  private final Duration window;
  private final int contenders;
  private final Supplier<Optional<LevelEstimate>> widest;
  private Duration beforeWindows = Duration.ZERO;
  private Optional<Plan> plan = Optional.empty();

  /**
   * Prepares a schedule.
   *
   * @param goal half of the 95 % interval, as a fraction of 1
   * @param contenders the number of windows in a block
   * @param widest returns the estimate with the widest interval so far; empty before there is one
   * @param nanoTime the clock, such as {@link System#nanoTime}
   */
  PrecisionSchedule(
      Settings settings,
      double goal,
      int contenders,
      Supplier<Optional<LevelEstimate>> widest,
      LongSupplier nanoTime) {
    super(settings, nanoTime);
    this.goal = goal;
    this.window = settings.timing().window();
    this.contenders = contenders;
    this.widest = widest;
  }

  @Override
  void endEpoch(Duration tookBeforeWindows) {
    super.endEpoch(tookBeforeWindows);
    beforeWindows = tookBeforeWindows;
    plan = widest.get().map(estimate -> planner().plan(estimate, epochs(), remaining()));
  }

  private PrecisionPlanner planner() {
    Costs costs =
        new Costs(seconds(warmUp()) + 1, seconds(beforeWindows), contenders * seconds(window));
    return new PrecisionPlanner(costs, goal, settings().timing().forks());
  }

  private double remaining() {
    return seconds(settings().timing().maxDuration().minus(elapsed()));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private boolean is(Step step) {
    return plan.filter(now -> now.next() == step).isPresent();
  }

  @Override
  boolean wantsFork() {
    return forks() == 0
        || (remaining() > 0 && (forks() < settings().timing().forks() || !is(Step.STOP)));
  }

  /**
   * Until an epoch counts, a fork measures for the duration of its warm-up; the machine may be less
   * busy for the next fork.
   */
  @Override
  boolean wantsEpoch() {
    boolean goesOn =
        plan.isEmpty()
            ? elapsedOfFork().compareTo(warmUp().multipliedBy(2)) < 0
            : !is(Step.FORK) && !is(Step.STOP);
    return epochs() < Settings.Timing.LEAST_EPOCHS || (goesOn && remaining() > 0);
  }

  @Override
  int blocks() {
    // If there are bursts they decide, and an epoch always has the same number of blocks.
    return settings().bursts(contenders).isZero()
        ? plan.map(Plan::blocksPerEpoch).orElse(settings().timing().blocks())
        : settings().timing().blocks();
  }

  @Override
  double done() {
    double seconds = seconds(elapsed());
    double left = plan.map(now -> Math.min(now.secondsToGoal(), remaining())).orElse(remaining());
    return seconds / (seconds + Math.max(0, left));
  }
}
