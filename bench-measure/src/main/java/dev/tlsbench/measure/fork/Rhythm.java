package dev.tlsbench.measure.fork;

import java.util.concurrent.CompletionException;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicReference;

/** Lets threads begin and end together, at moments that are the same for all of them. */
final class Rhythm {
  private final Phaser phaser;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

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
   * @throws CompletionException if another thread failed, with the first failure as its cause
   */
  long beat() {
    if (phaser.arriveAndAwaitAdvance() < 0) {
      throw new CompletionException(failure.get());
    }
    return moment;
  }

  /** Ends the wait of all others, now and later. */
  void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
    phaser.forceTermination();
  }
}
