package dev.tlsbench.measure.fork;

import java.util.concurrent.CompletionException;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicReference;

/** Synchronises threads: all of them begin and end at common moments. */
final class Rhythm {
  private final Phaser phaser;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** Written by the last thread to arrive, before any other continues. */
  private volatile long moment;

  Rhythm(int threads) {
    this(threads, () -> {});
  }

  /** Calls {@code beaten} at each of these moments, by the last thread to arrive. */
  Rhythm(int threads, Runnable beaten) {
    phaser =
        new Phaser(threads) {
          @Override
          protected boolean onAdvance(int phase, int parties) {
            moment = System.nanoTime();
            beaten.run();
            return false;
          }
        };
  }

  /**
   * Waits for all threads.
   *
   * @return the arrival of the last one, by {@link System#nanoTime()}
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
