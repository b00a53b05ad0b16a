package dev.tlsbench.measure.placement;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Keeps threads of processes and of their descendants on a few cores, or off them. */
final class Confinement {
  /** HotSpot's compiler threads, whose names Linux cuts to 15 characters. */
  private static final Pattern COMPILERS = Pattern.compile("C[12] CompilerThre.*");

  /** HotSpot's threads for garbage collection and other internal work. */
  private static final Pattern HOUSEKEEPING =
      Pattern.compile(
          "Sweeper thread|GC Thread#.*|G1 .*|Shenandoah.*|Z.*|VM Thread"
              + "|VM Periodic.*|Common-Cleaner|Finalizer|Reference Handl|Service Thread"
              + "|Monitor Deflati|Signal Dispatch|Notification Th");

  private static final int MOST_LOOKS = 20;

  private Confinement() {}

  private interface Place {
    Scheduling of(long pid, long thread) throws IOException;
  }

  /**
   * Confines processes and their descendants. After {@code kill -9} they stay so, see {@link
   * UndoLine}.
   *
   * @param original the processes, each with the scheduling to which all of its threads, and all of
   *     its descendants', return
   * @param others the cores for collectors of Java processes; empty for the same cores. Their
   *     compilers are not moved, see {@link #moveCompilers}
   * @throws IOException if this user may not move them; nothing is confined then
   */
  static Undo<IOException> of(
      Map<ProcessHandle, Scheduling> original, Set<Integer> cores, Set<Integer> others)
      throws IOException {
    return Undo.after(
        () -> {
          for (Map.Entry<ProcessHandle, Scheduling> root : original.entrySet()) {
            Scheduling before = root.getValue();
            move(root.getKey(), (pid, thread) -> place(before, pid, thread, cores, others));
          }
        },
        () -> {
          for (Map.Entry<ProcessHandle, Scheduling> root : original.entrySet()) {
            move(root.getKey(), (pid, thread) -> root.getValue());
          }
        });
  }

  private static Scheduling place(
      Scheduling before, long pid, long thread, Set<Integer> cores, Set<Integer> others) {
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

  /**
   * Moves every thread of a process and of its descendants; repeats until each is in its place,
   * since threads start further threads on their own cores.
   *
   * @throws IOException if some could not be moved; the others are in their places
   */
  private static void move(ProcessHandle root, Place place) throws IOException {
    IOException failure = null;
    boolean moved = true;
    for (int look = 0; moved && look < MOST_LOOKS; look++) {
      moved = false;
      for (long pid : Tasks.family(root)) {
        for (long thread : Tasks.threads(pid)) {
          try {
            moved |= place.of(pid, thread).apply(thread);
          } catch (Scheduling.NoThreadException e) {
            // The thread has ended.
          } catch (IOException e) {
            failure = e;
          }
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Moves all threads of this JVM except its compilers to other cores. */
  static void leave(Set<Integer> others) throws IOException {
    move(
        ProcessHandle.current(),
        (pid, thread) -> {
          Scheduling present = Scheduling.of(thread);
          return isCompiler(Tasks.name(pid, thread)) ? present : present.on(others);
        });
  }

  static void moveCompilers(ProcessHandle root, Set<Integer> others) throws IOException {
    move(
        root,
        (pid, thread) -> {
          Scheduling present = Scheduling.of(thread);
          Set<Integer> allowed = new TreeSet<>(others);
          allowed.retainAll(present.cores());
          boolean moves = isCompiler(Tasks.name(pid, thread)) && !allowed.isEmpty();
          return moves ? present.on(allowed) : present;
        });
  }

  /**
   * Returns true for the name of a JVM's thread for compilation, collection or other internal work.
   */
  static boolean isHousekeeping(String thread) {
    return isCompiler(thread) || HOUSEKEEPING.matcher(thread).matches();
  }

  static boolean isCompiler(String thread) {
    return COMPILERS.matcher(thread).matches();
  }
}
