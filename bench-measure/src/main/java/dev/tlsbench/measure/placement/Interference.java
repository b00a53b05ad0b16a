package dev.tlsbench.measure.placement;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The slowdown of a thread by work on other cores, for example on another hardware thread of the
 * same core. A virtual machine does not report which cores share hardware, and this can change
 * while it runs.
 *
 * <p>A thread on each other core, the rival, alternates between computing and pausing. Meanwhile
 * the caller times short computations, and compares times during a rival's computation with times
 * while all rivals pause. Times at which another process used a rival's core are left out, so the
 * result does not depend on the load of the machine.
 */
public final class Interference {
  private static final long TURN_NANOS = 200_000;
  private static final long TRY_NANOS = 30_000_000;
  private static final int TRIES = 3;

  /** The minimum number of computations of each kind, of about 5 µs each, for a median. */
  private static final int FEWEST = 50;

  /** A longer time between two readings of the clock means that the rival has lost its core. */
  private static final long LOST_NANOS = 60_000;

  private static final int OF_CALLER = 5_000;
  private static final int OF_RIVAL = 2_000;
  private static final int PAUSES = 100;

  private final List<Integer> others;

  /** The outcome of the computations, stored so that the JIT compiler cannot omit them. */
  private volatile long outcome;

  private Interference(Collection<Integer> others) {
    this.others = List.copyOf(others);
  }

  /** A time in which a thread had its core; {@code computes} is false for a pause. */
  record Stretch(long start, long end, boolean computes) {}

  /**
   * Returns the relative slowdown of a computation of the calling thread while one of the other
   * cores computes, for example 0.5 for 1.5 times the time; the maximum over all cores, 0 at least.
   * Takes up to 0.1 s, at the first call mostly because the code is not compiled yet.
   *
   * @param cores the cores of the calling thread
   * @return empty if this process may not use all other cores, or other processes used them too
   *     much
   */
  public static OptionalDouble slowdown(Collection<Integer> cores) {
    try {
      Set<Integer> others = new TreeSet<>(Scheduler.cores(ProcessHandle.current().pid()));
      others.removeAll(cores);
      if (others.isEmpty() || others.size() < Clocks.ofOtherCores(cores).cores()) {
        return OptionalDouble.empty();
      }
      Interference interference = new Interference(others);
      OptionalDouble found = OptionalDouble.empty();
      for (int i = 0; i < TRIES && found.isEmpty(); i++) {
        found = interference.measure();
      }
      return found;
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
  }

  private OptionalDouble measure() {
    long start = System.nanoTime();
    List<CompletableFuture<NavigableMap<Long, Stretch>>> rivals =
        others.stream()
            .map(
                core ->
                    CompletableFuture.supplyAsync(
                        () -> rival(core, start),
                        task -> new Thread(task, "tlsbench-rival").start()))
            .toList();
    List<Stretch> steps = new ArrayList<>();
    long value = outcome;
    long now = System.nanoTime();
    while (now - start < TRY_NANOS) {
      long before = now;
      value = compute(value, OF_CALLER);
      now = System.nanoTime();
      steps.add(new Stretch(before, now, true));
    }
    outcome = value;
    return slowdown(steps, rivals.stream().map(CompletableFuture::join).toList());
  }

  /**
   * Computes and pauses on a core; returns the stretches in which it had that core, by their start.
   */
  private NavigableMap<Long, Stretch> rival(int core, long start) {
    NavigableMap<Long, Stretch> stretches = new TreeMap<>();
    try {
      Scheduler.setCores(Scheduler.CALLER, Set.of(core));
    } catch (IOException e) {
      return stretches;
    }
    long value = outcome;
    long begin = System.nanoTime();
    long now = begin;
    while (now - start < TRY_NANOS) {
      // All rivals compute at the same times.
      long turn = (now - start) / TURN_NANOS;
      boolean computes = turn % 2 == 0;
      long before = now;
      if (computes) {
        value = compute(value, OF_RIVAL);
      } else {
        pause();
      }
      now = System.nanoTime();
      boolean isLost = now - before > LOST_NANOS;
      if (isLost || (now - start) / TURN_NANOS != turn) {
        stretches.put(begin, new Stretch(begin, isLost ? before : now, computes));
        begin = now;
      }
    }
    outcome = value;
    return stretches;
  }

  /** Computes without memory access, for which cores would compete. */
  private static long compute(long seed, int times) {
    long a = seed;
    long b = 2;
    long c = 3;
    long d = 4;
    // Four chains that do not depend on each other keep the core's multiplier busy.
    for (int i = 0; i < times; i++) {
      a = a * 3 + 1;
      b = b * 5 + 1;
      c = c * 7 + 1;
      d = d * 9 + 1;
    }
    return a ^ b ^ c ^ d;
  }

  private static void pause() {
    for (int i = 0; i < PAUSES; i++) {
      Thread.onSpinWait();
    }
  }

  /**
   * Compares medians.
   *
   * @param steps computations of the calling thread
   * @param rivals the stretches of each rival, by their start
   */
  static OptionalDouble slowdown(List<Stretch> steps, List<NavigableMap<Long, Stretch>> rivals) {
    OptionalDouble pausing =
        median(
            steps.stream()
                .filter(s -> rivals.stream().allMatch(r -> isDuring(r, s, false)))
                .toList());
    double most = 0;
    for (NavigableMap<Long, Stretch> rival : rivals) {
      OptionalDouble computing =
          median(steps.stream().filter(step -> isDuring(rival, step, true)).toList());
      if (pausing.isEmpty() || computing.isEmpty()) {
        return OptionalDouble.empty();
      }
      most = Math.max(most, computing.getAsDouble() / pausing.getAsDouble() - 1);
    }
    return rivals.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(most);
  }

  private static boolean isDuring(
      NavigableMap<Long, Stretch> rival, Stretch step, boolean computes) {
    Map.Entry<Long, Stretch> during = rival.floorEntry(step.start());
    return during != null
        && during.getValue().computes() == computes
        && during.getValue().end() >= step.end();
  }

  private static OptionalDouble median(List<Stretch> steps) {
    return steps.size() < FEWEST
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Median.withDefaults()
                .evaluate(steps.stream().mapToDouble(step -> step.end() - step.start()).toArray()));
  }
}
