package dev.tlsbench.measure.paired;

import dev.tlsbench.measure.fork.Settings.Timing;
import dev.tlsbench.report.stats.Estimate;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Starts forks of the usual length until the interval is narrow enough, or the maximum duration is
 * over.
 */
final class PrecisionSchedule extends Schedule {
  /** The fewest forks that end a run: fewer often agree by chance. */
  private static final int LEAST_FORKS = 5;

  private final Timing timing;
  private final double goal;
  private final int least;
  private final Supplier<Optional<Estimate>> widest;

  /**
   * Begins now.
   *
   * @param goal half of the 95 % interval, as a fraction of 1
   * @param widest returns the estimate with the widest interval so far; empty before there is one
   * @param nanoTime the clock, such as {@link System#nanoTime}
   */
  PrecisionSchedule(
      Timing timing, double goal, Supplier<Optional<Estimate>> widest, LongSupplier nanoTime) {
    super(timing, nanoTime);
    this.timing = timing;
    this.goal = goal;
    this.least = timing.givenForks() == null ? LEAST_FORKS : Math.max(LEAST_FORKS, timing.forks());
    this.widest = widest;
  }

  @Override
  boolean wantsFork() {
    return forks() == 0 || (part(timing.maxDuration()) < 1 && !isPrecise());
  }

  private boolean isPrecise() {
    return widest
        .get()
        .filter(estimate -> estimate.forks() >= least && estimate.halfWidth() <= goal)
        .isPresent();
  }

  @Override
  boolean wantsEpoch() {
    return super.wantsEpoch() && (epochs() < Timing.LEAST_EPOCHS || part(timing.maxDuration()) < 1);
  }

  @Override
  Duration share() {
    return timing.duration().dividedBy(timing.forks());
  }

  /** The square of the width tells how many more forks it takes. */
  @Override
  double done() {
    double needed =
        widest
            .get()
            .map(now -> Math.max(least, now.forks() * Math.pow(now.halfWidth() / goal, 2)))
            .orElse(Double.POSITIVE_INFINITY);
    return Math.min(1, Math.max((forks() - 1) / needed, part(timing.maxDuration())));
  }
}
