package dev.tlsbench.experiment.run;

import java.time.Duration;

/** Decides when a run ends. The run's thread reports each event to it. */
abstract class Schedule {
  /** The fewest epochs that show the variance between epochs of a fork. */
  static final int LEAST_EPOCHS = 3;

  private final Settings settings;
  private final long startNanos = System.nanoTime();
  private long forkStartNanos = startNanos;
  private int forks;
  private int epochs;

  Schedule(Settings settings) {
    this.settings = settings;
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
    forkStartNanos = System.nanoTime();
  }

  /** Records an epoch, whose connections took this long. */
  void endEpoch(Duration connecting) {
    epochs++;
  }

  final Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  final Duration elapsedOfFork() {
    return Duration.ofNanos(System.nanoTime() - forkStartNanos);
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
