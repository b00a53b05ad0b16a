package dev.tlsbench.measure.placement;

import java.io.IOException;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The cores and the policy by which the kernel schedules a thread.
 *
 * @param cores the cores that it may use, from 0
 * @param policy as {@code sched_getscheduler(2)} returns it
 */
record Scheduling(SortedSet<Integer> cores, int policy) {
  /**
   * Returns that of a thread at present.
   *
   * @throws IOException if it has ended, or this system does not know affinities
   */
  static Scheduling of(long thread) throws IOException {
    return new Scheduling(Scheduler.cores(thread), Scheduler.policy(thread));
  }

  /** Returns the same policy on other cores. */
  Scheduling on(Collection<Integer> others) {
    return new Scheduling(new TreeSet<>(others), policy);
  }

  /**
   * Returns that of a thread that shares these cores with the threads that it waits for.
   *
   * <p>Each has to run until it waits. By the usual policy a thread that is woken up often preempts
   * the one that wakes it, depending on how long both have run before. Then an operation that is
   * longer on one side also changes what it costs on the other: one message finds its reader
   * waiting, another one finds it busy. Any policy but the usual one stays.
   */
  Scheduling confinedTo(Collection<Integer> few) {
    return new Scheduling(
        new TreeSet<>(few), policy == Scheduler.NORMAL ? Scheduler.BATCH : policy);
  }

  /**
   * Makes a thread run so.
   *
   * @return false if it did already
   * @throws IOException if it has ended, or this user may not change it
   */
  boolean apply(long thread) throws IOException {
    boolean moves = !Scheduler.cores(thread).equals(cores);
    if (moves) {
      Scheduler.setCores(thread, cores);
    }
    boolean changes = Scheduler.policy(thread) != policy;
    if (changes) {
      Scheduler.setPolicy(thread, policy);
    }
    return moves || changes;
  }
}
