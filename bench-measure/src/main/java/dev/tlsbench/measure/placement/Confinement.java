package dev.tlsbench.measure.placement;

import dev.tlsbench.measure.placement.SchedulingStore.Held;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps all threads of some processes on a few cores, until it is closed. The original affinities
 * are saved on disk before the first thread is moved. If this process is killed, the watchdog
 * restores them; if that is killed too, the next run does.
 *
 * <p>For one thread.
 */
final class Confinement implements AutoCloseable {
  /** HotSpot's compiler threads, whose names Linux cuts to 15 characters. */
  private static final Pattern COMPILERS = Pattern.compile("C[12] CompilerThre.*");

  /** HotSpot's threads for garbage collection and other internal work. */
  private static final Pattern HOUSEKEEPING =
      Pattern.compile(
          "Sweeper thread|GC Thread#.*|G1 .*|Shenandoah.*|Z.*|VM Thread"
              + "|VM Periodic.*|Common-Cleaner|Finalizer|Reference Handl|Service Thread"
              + "|Monitor Deflati|Signal Dispatch|Notification Th");

  private final SchedulingStore store;
  private final SavedScheduling original;
  private final Held held;
  private final Watchdog watchdog;

  private Confinement(
      SchedulingStore store, SavedScheduling original, Held held, Watchdog watchdog) {
    this.store = store;
    this.original = original;
    this.held = held;
    this.watchdog = watchdog;
  }

  /**
   * Confines processes and their descendants; for {@link SchedulingStore#alone}.
   *
   * @param pids the processes
   * @param cores the cores for them
   * @param others the cores for collectors of Java processes; empty for the same cores. Their
   *     compilers are not moved, see {@link #moveCompilers}
   * @throws IOException if this user may not move them, or no watchdog starts; nothing is confined
   *     then
   */
  static Confinement of(
      SchedulingStore store, Collection<Long> pids, Set<Integer> cores, Set<Integer> others)
      throws IOException {
    SavedScheduling original = SavedScheduling.read(pids, new TreeSet<>(cores));
    Held held = store.hold(original);
    Watchdog watchdog = null;
    List<String> failures = List.of("the threads were not moved");
    try {
      watchdog = Watchdog.start(Repair.class, List.of(store.folder().toString()), "");
      failures = original.move((pid, thread) -> place(original, pid, thread, cores, others));
      if (!failures.isEmpty()) {
        throw new IOException(failures.get(0));
      }
      return new Confinement(store, original, held, watchdog);
    } finally {
      if (!failures.isEmpty()) {
        end(original, held, watchdog);
      }
    }
  }

  private static Scheduling place(
      SavedScheduling original, long pid, long thread, Set<Integer> cores, Set<Integer> others) {
    Scheduling before = original.before(pid, thread);
    String name = Tasks.program(pid).equals("java") ? Tasks.name(pid, thread) : "";
    if (isCompiler(name)) {
      return before;
    }
    if (!isHousekeeping(name)) {
      return before.confinedTo(cores);
    }
    Set<Integer> allowed = new TreeSet<>(others);
    allowed.retainAll(before.cores());
    return before.on(allowed.isEmpty() ? cores : allowed);
  }

  /** Restores the affinities; the watchdog is ended only if all of them were restored. */
  private static List<String> end(SavedScheduling original, Held held, @Nullable Watchdog watchdog)
      throws IOException {
    List<String> failures = original.restore();
    try {
      held.release(failures.isEmpty());
    } finally {
      if (watchdog != null && failures.isEmpty()) {
        watchdog.close();
      }
    }
    return failures;
  }

  /** Moves all threads of this JVM except its compilers to other cores. */
  static void leave(Set<Integer> others) throws IOException {
    SavedScheduling present = SavedScheduling.read(List.of(ProcessHandle.current().pid()), others);
    move(
        present,
        (pid, thread) -> {
          Scheduling before = present.before(pid, thread);
          return isCompiler(Tasks.name(pid, thread)) ? before : before.on(others);
        });
  }

  /** Moves the compilers of Java processes to other cores. */
  static void moveCompilers(Collection<Long> pids, Set<Integer> others) throws IOException {
    move(
        SavedScheduling.read(pids, others),
        (pid, thread) -> {
          Scheduling present = Scheduling.of(thread);
          Set<Integer> allowed = new TreeSet<>(others);
          allowed.retainAll(present.cores());
          boolean moves = isCompiler(Tasks.name(pid, thread)) && !allowed.isEmpty();
          return moves ? present.on(allowed) : present;
        });
  }

  private static void move(SavedScheduling present, SavedScheduling.Place place)
      throws IOException {
    List<String> failures = present.move(place);
    if (!failures.isEmpty()) {
      throw new IOException(failures.get(0));
    }
  }

  /**
   * Returns true for the name of a JVM's thread for compilation, collection or other internal work.
   */
  static boolean isHousekeeping(String thread) {
    return isCompiler(thread) || HOUSEKEEPING.matcher(thread).matches();
  }

  /** Returns true for the name of a JVM's compiler thread. */
  static boolean isCompiler(String thread) {
    return COMPILERS.matcher(thread).matches();
  }

  /**
   * Restores all cores.
   *
   * @throws IOException if some could not be restored, which the next run tries again
   */
  @Override
  public void close() throws IOException {
    List<String> failures;
    try {
      failures = store.alone(() -> end(original, held, watchdog));
    } catch (IOException e) {
      // The folder is gone or cannot be locked; this object still knows the original affinities.
      failures = end(original, held, watchdog);
    }
    if (!failures.isEmpty()) {
      throw new IOException(failures.get(0));
    }
  }
}
