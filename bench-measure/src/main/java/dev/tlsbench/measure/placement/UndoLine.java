package dev.tlsbench.measure.placement;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * The line of a shell that moves a process and its descendants back by hand, with {@code
 * taskset(1)} and {@code chrt(1)}. It can name one set of cores and one policy for a process, so
 * all of its threads must have the same before they are moved.
 */
final class UndoLine {
  private UndoLine() {}

  /** Returns the scheduling that all threads and descendants share; fails if they do not. */
  static Scheduling shared(ProcessHandle root) throws IOException {
    Scheduling first = Scheduling.of(root.pid());
    for (long pid : Tasks.family(root)) {
      for (long thread : Tasks.threads(pid)) {
        try {
          if (!Scheduling.of(thread).equals(first)) {
            throw new IOException(
                "threads of process "
                    + root.pid()
                    + " have different cores or policies, which one command could not restore");
          }
        } catch (Scheduling.NoThreadException e) {
          // It has ended.
        }
      }
    }
    return first;
  }

  /** Returns the line for processes that are about to be confined, with their own scheduling. */
  static String of(Map<ProcessHandle, Scheduling> original) {
    return original.entrySet().stream()
        .map(root -> of(root.getKey(), root.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static String of(ProcessHandle root, Scheduling before) {
    List<Long> parents =
        Tasks.family(root).stream()
            .filter(pid -> ProcessHandle.of(pid).flatMap(p -> p.children().findAny()).isPresent())
            .toList();
    if (parents.isEmpty()) {
      return commands(before, Long.toString(root.pid()));
    }
    // Such a server starts a process for a connection, later ones too.
    String children =
        "$(pgrep -P %s)"
            .formatted(parents.stream().map(String::valueOf).collect(Collectors.joining(",")));
    return "for p in " + root.pid() + " " + children + "; do " + commands(before, "$p") + "; done";
  }

  private static String commands(Scheduling before, String pid) {
    String cores = "taskset -acp " + ranges(before.cores()) + " " + pid;
    return before.policy() == Scheduling.NORMAL ? cores + "; chrt -a -o -p 0 " + pid : cores;
  }

  /** Returns cores as {@code taskset} reads them, such as {@code 0-3,6}. */
  static String ranges(SortedSet<Integer> cores) {
    StringBuilder text = new StringBuilder();
    for (int core : cores) {
      if (!cores.contains(core - 1)) {
        text.append(text.isEmpty() ? "" : ",").append(core);
      }
      if (!cores.contains(core + 1) && cores.contains(core - 1)) {
        text.append('-').append(core);
      }
    }
    return text.toString();
  }
}
