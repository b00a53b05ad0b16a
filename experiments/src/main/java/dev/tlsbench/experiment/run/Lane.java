package dev.tlsbench.experiment.run;

import org.jspecify.annotations.Nullable;
import site.ycsb.Workload;

/**
 * One thread's client of one variant, with what the workload keeps for the thread. For use by that
 * thread.
 */
final class Lane {
  private final CountingDb client;
  private final Workload workload;
  private final @Nullable Object state;
  private final double waste;

  /**
   * @param waste the part of each operation's duration that is wasted after it, from 0: an effect
   *     of known size
   */
  Lane(CountingDb client, Workload workload, @Nullable Object state, double waste) {
    this.client = client;
    this.workload = workload;
    this.state = state;
    this.waste = waste;
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
      spin(end + Math.round(waste * (end - start)));
    }
    return client.errors() == errors;
  }

  private static void spin(long until) {
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
  }
}
