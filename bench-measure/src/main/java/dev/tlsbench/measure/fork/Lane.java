package dev.tlsbench.measure.fork;

import org.jspecify.annotations.Nullable;
import site.ycsb.Workload;

/**
 * One thread's client of one variant, with the workload's state for the thread. Used only by that
 * thread.
 */
final class Lane {
  /** Overshoot above this is a preemption and is not deducted from later spins. */
  private static final long MOST_STEP = 1_000;

  /**
   * Nanoseconds for which every timed lane spins, so that a baseline with a waste of 0 also has the
   * cost of spinning.
   */
  private static final long LEAST_SPIN = 500;

  private final CountingDb client;
  private final Workload workload;
  private final @Nullable Object state;
  private final @Nullable Double waste;
  private long owed;

  /**
   * @param waste the part of each operation's duration that is wasted after it, from 0: an effect
   *     of known size; with null the lane neither times operations nor spins
   */
  Lane(CountingDb client, Workload workload, @Nullable Object state, @Nullable Double waste) {
    this.client = client;
    this.workload = workload;
    this.state = state;
    this.waste = waste;
  }

  /** Runs an operation; returns false if it failed. */
  boolean operate() {
    long errors = client.errors();
    client.start();
    if (waste == null) {
      workload.doTransaction(client, state);
    } else {
      long start = System.nanoTime();
      workload.doTransaction(client, state);
      long end = System.nanoTime();
      owed += LEAST_SPIN + Math.round(waste * (end - start + LEAST_SPIN));
      spin(end);
    }
    return client.errors() == errors;
  }

  /** Returns the name of the last operation in results, such as {@code READ}. */
  String operation() {
    return client.name();
  }

  /**
   * Wastes the owed time. The clock moves in steps, so overshoot is deducted from the next spin.
   */
  private void spin(long start) {
    long now = start;
    while (now - start < owed) {
      now = System.nanoTime();
    }
    owed = Math.max(owed - (now - start), -MOST_STEP);
  }
}
