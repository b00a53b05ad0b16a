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
   * Returns the present scheduling of a thread.
   *
   * @throws IOException if it has ended, or this system does not support affinities
   */
  static Scheduling of(long thread) throws IOException {
    return new Scheduling(Scheduler.cores(thread), Scheduler.policy(thread));
  }

  /** Returns the same policy on other cores. */
  Scheduling on(Collection<Integer> others) {
    return new Scheduling(new TreeSet<>(others), policy);
  }

  /**
   * Returns the scheduling of a thread that shares these cores with the threads that it waits for.
   *
   * <p>Each thread has to run until it waits. With the usual policy a woken thread often preempts
   * the thread that wakes it, depending on how long both have run before. Then a longer operation
   * on one side also changes the cost on the other side, because some messages find the reader
   * waiting and others find it busy. A policy other than the usual one stays.
   */
  Scheduling confinedTo(Collection<Integer> few) {
    return new Scheduling(
        new TreeSet<>(few), policy == Scheduler.NORMAL ? Scheduler.BATCH : policy);
  }

  /**
   * Applies this scheduling to a thread.
   *
   * @return false if the thread had it already
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
