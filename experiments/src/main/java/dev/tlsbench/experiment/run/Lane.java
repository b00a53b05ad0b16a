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
  private final @Nullable Double waste;

  /**
   * @param waste the part of each operation's duration that is wasted after it, from 0: an effect
   *     of known size; null times no operation
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
    if (waste == null) {
      workload.doTransaction(client, state);
    } else {
      long start = System.nanoTime();
      workload.doTransaction(client, state);
      spin(Math.round(waste * (System.nanoTime() - start)));
    }
    return client.errors() == errors;
  }

  /** Ends with that reading of the clock that is nearest to the end of the time. */
  private static void spin(long nanos) {
    long start = System.nanoTime();
    long now = start;
    long step = 0;
    while (now - start + step / 2 < nanos) {
      long next = System.nanoTime();
      step = next - now;
      now = next;
    }
  }
}
