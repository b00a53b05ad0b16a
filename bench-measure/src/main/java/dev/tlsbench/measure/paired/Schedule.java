package dev.tlsbench.measure.paired;

import dev.tlsbench.measure.fork.Settings;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Decides when a run ends. The run's thread reports each event to it. */
abstract class Schedule {
  private final Settings settings;
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
  Schedule(Settings settings, LongSupplier nanoTime) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.forkStartNanos = startNanos;
  }

  /** Returns true if another fork should start. */
  abstract boolean wantsFork();

  /** Returns true if this fork should measure another epoch. */
  abstract boolean wantsEpoch();

  /** Returns the number of blocks of the next epoch. */
  abstract int blocks();

  /** Returns the estimated fraction of the run that is done, from 0 to 1. */
  abstract double done();

  final Settings settings() {
    return settings;
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

  /** Records an epoch, whose connections and bursts took this long. */
  void endEpoch(Duration beforeWindows) {
    epochs++;
  }

  final Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - startNanos);
  }

  final Duration elapsedOfFork() {
    return Duration.ofNanos(nanoTime.getAsLong() - forkStartNanos);
  }

  /** Returns the warm-up time of the last fork that became warm. */
  final Duration warmUp() {
    return warmUp;
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
