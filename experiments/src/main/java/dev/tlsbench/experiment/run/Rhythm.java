package dev.tlsbench.experiment.run;

import java.util.concurrent.Phaser;

/** Lets threads begin and end together, at moments that are the same for all of them. */
final class Rhythm {
  private final Phaser phaser;

  /** Written by the last thread that arrives, before any goes on. */
  private volatile long moment;

  Rhythm(int threads) {
    phaser =
        new Phaser(threads) {
          @Override
          protected boolean onAdvance(int phase, int parties) {
            moment = System.nanoTime();
            return false;
          }
        };
  }

  /**
   * Waits for all threads.
   *
   * @return the moment at which the last one arrived, of {@link System#nanoTime()}
   * @throws IllegalStateException if another thread failed
   */
  long beat() {
    if (phaser.arriveAndAwaitAdvance() < 0) {
      throw new IllegalStateException("another thread failed");
    }
    return moment;
  }

  /** Ends the wait of all others, now and later. */
  void fail() {
    phaser.forceTermination();
  }
}
