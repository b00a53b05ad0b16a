package dev.tlsbench.experiment.run;

import org.jspecify.annotations.Nullable;
import site.ycsb.Workload;

/**
 * One thread's client of one variant, with what the workload keeps for the thread. For use by that
 * thread.
 */
final class Lane {
  private static final int ROUNDS = 500;

  private final CountingDb client;
  private final Workload workload;
  private final @Nullable Object state;
  private final double waste;

  /** The time that wasting takes by itself, which counts to what is wasted. */
  private final long overheadNanos;

  /**
   * @param waste the part of each operation's duration that is wasted after it, from 0: an effect
   *     of known size
   */
  Lane(CountingDb client, Workload workload, @Nullable Object state, double waste) {
    this.client = client;
    this.workload = workload;
    this.state = state;
    this.waste = waste;
    this.overheadNanos = waste == 0 ? 0 : overhead();
  }

  /** Runs an operation; returns false if it failed. */
  boolean operate() {
    long errors = client.errors();
    if (waste == 0) {
      workload.doTransaction(client, state);
    } else {
      long start = System.nanoTime();
      workload.doTransaction(client, state);
      long end = System.nanoTime();
      spin(end + Math.round(waste * (end - start)) - overheadNanos);
    }
    return client.errors() == errors;
  }

  private static void spin(long until) {
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
  }

  /**
   * Measures what {@link #operate} adds beside the wait itself: two readings of the clock, and half
   * of the last round of the loop on average.
   */
  private static long overhead() {
    long start = System.nanoTime();
    long read = start;
    for (int i = 0; i < ROUNDS; i++) {
      read = Math.max(read, System.nanoTime());
    }
    double reading = (double) (read - start) / ROUNDS;
    long begin = System.nanoTime();
    for (int i = 0; i < ROUNDS; i++) {
      read = Math.max(read, System.nanoTime());
      Thread.onSpinWait();
    }
    double round = (double) (System.nanoTime() - begin) / ROUNDS;
    return Math.round(2 * reading + round / 2);
  }
}
