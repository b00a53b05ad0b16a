package dev.tlsbench.experiment.run;

import java.time.Duration;

/** How long a run goes on. Told of what happens, by the run's thread. */
abstract class Schedule {
  /** Fewer in a fork show nothing of how epochs differ. */
  static final int LEAST_EPOCHS = 3;

  private final Settings settings;
  private final long startNanos = System.nanoTime();
  private long forkStartNanos = startNanos;
  private int forks;
  private int epochs;

  Schedule(Settings settings) {
    this.settings = settings;
  }

  /** Whether another fork is wanted. */
  abstract boolean wantsFork();

  /** Whether this fork should measure another epoch. */
  abstract boolean wantsEpoch();

  /** How many windows each variant has in the next epoch. */
  abstract int blocks();

  /** The part of the run that is done, from 0 to 1, as far as it can be told. */
  abstract double done();

  final Settings settings() {
    return settings;
  }

  /** A fork begins. */
  final void beginFork() {
    forks++;
    epochs = 0;
    forkStartNanos = System.nanoTime();
  }

  /** Whether the warm-up of this fork is over. */
  final boolean isWarm() {
    return System.nanoTime() - forkStartNanos >= settings.warmUp().toNanos();
  }

  /**
   * An epoch was measured.
   *
   * @param connecting how long its connections took
   */
  void endEpoch(Duration connecting) {
    epochs++;
  }

  /** How long the run has lasted. */
  final Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  /** How long the fork has lasted. */
  final Duration elapsedOfFork() {
    return Duration.ofNanos(System.nanoTime() - forkStartNanos);
  }

  /** How many forks have begun. */
  final int forks() {
    return forks;
  }

  /** How many epochs this fork has measured. */
  final int epochs() {
    return epochs;
  }
}
