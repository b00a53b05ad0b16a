package dev.tlsbench.measure.placement;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The cores on which processes ran before they were confined, and the policies of their threads.
 *
 * @param boot the id of the machine's current boot
 * @param cores the cores to which the processes are confined
 * @param processes the processes, each after its parent
 */
record SavedScheduling(String boot, Set<Integer> cores, List<OfProcess> processes) {
  private static final int MOST_LOOKS = 20;

  /**
   * One process.
   *
   * @param started the time of its start, since another process may get its id later
   * @param threads the scheduling of each thread, by its id
   */
  record OfProcess(long pid, String started, Map<Long, Scheduling> threads) {

    private boolean lives() {
      return started.equals(Tasks.started(pid));
    }

    /** Returns the scheduling of a thread; the main thread's if it started later. */
    private Scheduling of(long thread) {
      Scheduling own = threads.get(thread);
      return own == null ? Objects.requireNonNull(threads.get(pid)) : own;
    }
  }

  /** The scheduling for a thread of a process. */
  interface Place {
    /**
     * Returns the scheduling for a thread.
     *
     * @throws IOException if the thread has ended
     */
    Scheduling of(long pid, long thread) throws IOException;
  }

  /**
   * Reads the present scheduling of processes and of their descendants.
   *
   * @throws IOException if this system does not support affinities
   */
  static SavedScheduling read(Collection<Long> roots, Set<Integer> cores) throws IOException {
    Set<Long> pids = new LinkedHashSet<>();
    roots.forEach(root -> pids.addAll(Tasks.family(root)));
    List<OfProcess> processes = new ArrayList<>();
    for (long pid : pids) {
      Map<Long, Scheduling> threads = new TreeMap<>();
      for (long thread : Tasks.threads(pid)) {
        try {
          threads.put(thread, Scheduling.of(thread));
        } catch (Scheduler.NoThreadException e) {
          // There is nothing to restore.
        }
      }
      if (threads.containsKey(pid)) {
        processes.add(new OfProcess(pid, Tasks.started(pid), threads));
      }
    }
    return new SavedScheduling(Tasks.boot(), cores, processes);
  }

  /** Returns the processes that are still running. */
  List<Long> living() {
    return known().keySet().stream().toList();
  }

  /** Returns the original scheduling of a thread; the main thread's if it started later. */
  Scheduling before(long pid, long thread) {
    return processes.stream()
        .filter(process -> process.pid() == pid)
        .findFirst()
        .map(process -> process.of(thread))
        .orElseGet(() -> new Scheduling(new TreeSet<>(cores), Scheduler.NORMAL));
  }

  private Map<Long, OfProcess> known() {
    Map<Long, OfProcess> known = new TreeMap<>();
    if (boot.equals(Tasks.boot())) {
      processes.stream().filter(OfProcess::lives).forEach(p -> known.put(p.pid(), p));
    }
    return known;
  }

  /**
   * Moves every thread of the processes and of their new descendants.
   *
   * @return the failures; empty if all were moved
   */
  List<String> move(Place place) {
    List<String> failures = new ArrayList<>();
    living().forEach(pid -> move(pid, place, failures));
    return failures;
  }

  /**
   * Restores the scheduling of every thread; threads and processes that started later get the main
   * thread's.
   *
   * @return the failures; empty if all were restored
   */
  List<String> restore() {
    Map<Long, OfProcess> known = known();
    List<String> failures = new ArrayList<>();
    known.forEach(
        (root, process) ->
            move(root, (pid, thread) -> known.getOrDefault(pid, process).of(thread), failures));
    return failures;
  }

  /**
   * Repeats until every thread is in its place, since threads start further threads on their own
   * cores.
   */
  private static void move(long root, Place place, List<String> failures) {
    boolean moved = true;
    for (int look = 0; moved && look < MOST_LOOKS; look++) {
      moved = false;
      for (long pid : Tasks.family(root)) {
        for (long thread : Tasks.threads(pid)) {
          try {
            moved |= place.of(pid, thread).apply(thread);
          } catch (Scheduler.NoThreadException e) {
            // The thread has ended.
          } catch (IOException e) {
            failures.add(e.getMessage());
          }
        }
      }
    }
  }
}
