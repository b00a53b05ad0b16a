package dev.tlsbench.experiment.placement;

import dev.tlsbench.experiment.placement.Originals.Held;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Keeps all threads of some processes on a few cores, until it is closed. What was before is on
 * disk from before the first thread is moved; if this process is killed, the watchdog restores it,
 * and if that is killed too, the next run.
 *
 * <p>For one thread.
 */
final class Confinement implements AutoCloseable {
  /**
   * HotSpot's threads that compile, collect or house-keep, whose names are cut to 15 characters.
   */
  private static final Pattern HOUSEKEEPING =
      Pattern.compile(
          "C[12] CompilerThre.*|Sweeper thread|GC Thread#.*|G1 .*|Shenandoah.*|Z.*|VM Thread"
              + "|VM Periodic.*|Common-Cleaner|Finalizer|Reference Handl|Service Thread"
              + "|Monitor Deflati|Signal Dispatch|Notification Th");

  private final Originals originals;
  private final Original original;
  private final Held held;
  private final Watchdog watchdog;

  private Confinement(Originals originals, Original original, Held held, Watchdog watchdog) {
    this.originals = originals;
    this.original = original;
    this.held = held;
    this.watchdog = watchdog;
  }

  /**
   * Confines processes and all that they started; for {@link Originals#alone}.
   *
   * @param pids the processes
   * @param cores the cores for them
   * @param others the cores for compilers and collectors of Java processes; empty for the same
   * @throws IOException if this user may not do that, or nothing could restore it; nothing is
   *     confined then
   */
  static Confinement of(
      Originals originals, Collection<Long> pids, Set<Integer> cores, Set<Integer> others)
      throws IOException {
    Watchdog watchdog = Watchdog.start(originals.folder());
    try {
      Original original = Original.read(pids, new TreeSet<>(cores));
      Held held = originals.hold(original);
      List<String> failures =
          original.move(
              (pid, thread) -> !others.isEmpty() && isHousekeeping(pid, thread) ? others : cores);
      if (!failures.isEmpty()) {
        held.release(original.restore().isEmpty());
        throw new IOException(failures.get(0));
      }
      return new Confinement(originals, original, held, watchdog);
    } catch (IOException | RuntimeException e) {
      watchdog.close();
      throw e;
    }
  }

  /**
   * Moves the compilers and collectors of this JVM, and whatever else runs in it, out of the way.
   */
  static void leave(Set<Integer> others) throws IOException {
    SortedSet<Integer> cores = new TreeSet<>(others);
    for (long thread : Tasks.threads(ProcessHandle.current().pid())) {
      try {
        Affinity.set(thread, cores);
      } catch (Affinity.NoThreadException e) {
        // It is out of the way.
      }
    }
  }

  private static boolean isHousekeeping(long pid, long thread) {
    return Tasks.program(pid).equals("java")
        && HOUSEKEEPING.matcher(Tasks.name(pid, thread)).matches();
  }

  /** Returns the process that restores if this one is killed. */
  long watchdog() {
    return watchdog.pid();
  }

  /**
   * Restores all cores.
   *
   * @throws IOException if some could not be restored, which the next run tries again
   */
  @Override
  public void close() throws IOException {
    try {
      originals.alone(
          () -> {
            List<String> failures = original.restore();
            held.release(failures.isEmpty());
            if (!failures.isEmpty()) {
              throw new IOException(failures.get(0));
            }
            return true;
          });
    } finally {
      watchdog.close();
    }
  }
}
