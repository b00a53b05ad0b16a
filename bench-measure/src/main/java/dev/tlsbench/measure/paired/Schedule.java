package dev.tlsbench.measure.paired;

import dev.tlsbench.measure.fork.Settings.Timing;
import dev.tlsbench.report.stats.Estimate;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a run ends: after a number of forks, each with a fixed number of epochs or an equal
 * share of the time. With a share of the time, a fork measures for at least a third of its warm-up;
 * so long warm-ups lead to fewer forks. With a precision, it measures no longer than that, and
 * forks start until the interval is narrow enough, or the maximum duration is over. The run's
 * thread reports each event to it.
 */
final class Schedule {
  private static final int LEAST_PART = 3;

  /** The fewest forks that end a run by its precision: fewer often agree by chance. */
  private static final int LEAST_FORKS = 5;

  private final Timing timing;
  private final @Nullable Double goal;
  private final int least;
  private final Supplier<Optional<Estimate>> widest;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private long forkStartNanos;
  private int forks;
  private int epochs;
  private Duration warmUp = Duration.ZERO;

  /**
   * Begins now.
   *
   * @param widest returns the estimate with the widest interval so far; empty before there is one
   * @param nanoTime the clock, such as {@link System#nanoTime}
   */
  Schedule(Timing timing, Supplier<Optional<Estimate>> widest, LongSupplier nanoTime) {
    this.timing = timing;
    this.goal = timing.precision();
    this.least = timing.givenForks() == null ? LEAST_FORKS : Math.max(LEAST_FORKS, timing.forks());
    this.widest = widest;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.forkStartNanos = startNanos;
  }

  boolean wantsFork() {
    if (goal != null) {
      return forks == 0 || (isInTime() && !isWithin(goal));
    }
    // At least half of a fork as long as the last one has to fit into the remaining time.
    Duration half = elapsedOfFork().dividedBy(2);
    return forks < timing.forks()
        && (forks == 0
            || timing.epochs() > 0
            || elapsed().plus(half).compareTo(timing.duration()) < 0);
  }

  private boolean isWithin(double halfWidth) {
    return widest
        .get()
        .filter(estimate -> estimate.forks() >= least && estimate.halfWidth() <= halfWidth)
        .isPresent();
  }

  private boolean isInTime() {
    return goal == null || part(timing.maxDuration()) < 1;
  }

  boolean wantsEpoch() {
    if (timing.epochs() > 0) {
      return epochs < timing.epochs() && (epochs < Timing.LEAST_EPOCHS || isInTime());
    }
    Duration third = warmUp.plus(warmUp.dividedBy(LEAST_PART));
    return epochs < Timing.LEAST_EPOCHS
        || (isInTime()
            && (elapsedOfFork().compareTo(third) < 0
                || (goal == null && elapsedOfFork().compareTo(share()) < 0)));
  }

  /** Returns the time left when this fork began, divided by the forks left then. */
  private Duration share() {
    Duration before = elapsed().minus(elapsedOfFork());
    Duration left = timing.duration().minus(before);
    // Replacements of cold forks come after the planned ones.
    return left.dividedBy(Math.max(1, timing.forks() - forks + 1L));
  }

  /** Returns the estimated fraction of the run that is done, from 0 to 1. */
  double done() {
    if (goal != null) {
      // The square of the width tells how many more forks it takes.
      double needed =
          widest
              .get()
              .map(now -> Math.max(least, now.forks() * Math.pow(now.halfWidth() / goal, 2)))
              .orElse(Double.POSITIVE_INFINITY);
      return Math.min(1, Math.max((forks - 1) / needed, part(timing.maxDuration())));
    }
    if (timing.epochs() > 0) {
      double ofFork = (double) epochs / timing.epochs();
      return Math.min(1, (forks - 1 + ofFork) / timing.forks());
    }
    return Math.min(1, part(timing.duration()));
  }

  /** Returns the elapsed part of a duration; more than 1 after it. */
  private double part(Duration whole) {
    return (double) elapsed().toNanos() / whole.toNanos();
  }

  void beginFork() {
    forks++;
    epochs = 0;
    forkStartNanos = nanoTime.getAsLong();
  }

  void endWarmUp() {
    warmUp = elapsedOfFork();
  }

  void endEpoch() {
    epochs++;
  }

  Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - startNanos);
  }

  Duration elapsedOfFork() {
    return Duration.ofNanos(nanoTime.getAsLong() - forkStartNanos);
  }

  int epochs() {
    return epochs;
  }
}
