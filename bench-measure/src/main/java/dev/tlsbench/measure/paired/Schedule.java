package dev.tlsbench.measure.paired;

import dev.tlsbench.measure.fork.Settings.Timing;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides when a run ends: after a number of forks, each with a fixed number of epochs or an equal
 * share of the time. With a share of the time, a fork measures for at least a third of its warm-up;
 * so long warm-ups lead to fewer forks. The run's thread reports each event to it.
 */
class Schedule {
  private static final int LEAST_PART = 3;

  private final Timing timing;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private long forkStartNanos;
  private int forks;
  private int epochs;
  private Duration warmUp = Duration.ZERO;

  /**
   * Begins now.
   *
   * @param nanoTime the clock, such as {@link System#nanoTime}
   */
  Schedule(Timing timing, LongSupplier nanoTime) {
    this.timing = timing;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.forkStartNanos = startNanos;
  }

  /** Returns true if another fork should start. */
  boolean wantsFork() {
    return forks < timing.forks() && (forks == 0 || timing.epochs() > 0 || isTimeForFork());
  }

  /**
   * Returns true if at least half of a fork as long as the last one fits into the remaining time.
   */
  private boolean isTimeForFork() {
    Duration half = elapsedOfFork().dividedBy(2);
    return elapsed().plus(half).compareTo(timing.duration()) < 0;
  }

  /** Returns true if this fork should measure another epoch. */
  boolean wantsEpoch() {
    if (timing.epochs() > 0) {
      return epochs < timing.epochs();
    }
    Duration least = warmUp.plus(warmUp.dividedBy(LEAST_PART));
    return epochs < Timing.LEAST_EPOCHS
        || elapsedOfFork().compareTo(share()) < 0
        || elapsedOfFork().compareTo(least) < 0;
  }

  /** Returns the time left when this fork began, divided by the forks left then. */
  Duration share() {
    Duration before = elapsed().minus(elapsedOfFork());
    Duration left = timing.duration().minus(before);
    // Replacements of cold forks come after the planned ones.
    return left.dividedBy(Math.max(1, timing.forks() - forks + 1L));
  }

  /** Returns the estimated fraction of the run that is done, from 0 to 1. */
  double done() {
    if (timing.epochs() > 0) {
      double ofFork = (double) epochs / timing.epochs();
      return Math.min(1, (forks - 1 + ofFork) / timing.forks());
    }
    return Math.min(1, part(timing.duration()));
  }

  /** Returns the elapsed part of a duration; more than 1 after it. */
  final double part(Duration whole) {
    return (double) elapsed().toNanos() / whole.toNanos();
  }

  final void beginFork() {
    forks++;
    epochs = 0;
    forkStartNanos = nanoTime.getAsLong();
  }

  /** Records that this fork is warm. */
  final void endWarmUp() {
    warmUp = elapsedOfFork();
  }

  final void endEpoch() {
    epochs++;
  }

  final Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - startNanos);
  }

  final Duration elapsedOfFork() {
    return Duration.ofNanos(nanoTime.getAsLong() - forkStartNanos);
  }

  /** Returns the number of forks that have begun. */
  final int forks() {
    return forks;
  }

  /** Returns the number of epochs that this fork has measured. */
  final int epochs() {
    return epochs;
  }
}
