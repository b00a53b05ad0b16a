package dev.tlsbench.measure.placement;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Processes of this machine and their threads, as Linux lists them ({@code proc(5)}). */
final class Tasks {
  private static final Path PROC = Path.of("/proc");
  private static final String DELETED = " (deleted)";

  private Tasks() {}

  /** Returns false if this system has no {@code /proc} to list processes. */
  static boolean areListed() {
    return Files.isDirectory(PROC.resolve("self/task"));
  }

  /** Returns a process and all of its descendants; empty if it has ended. */
  static Set<Long> family(ProcessHandle root) {
    Set<Long> family = new LinkedHashSet<>();
    // Another process may have the id of one that has ended.
    if (root.isAlive()) {
      family.add(root.pid());
      root.descendants().forEach(child -> family.add(child.pid()));
    }
    return family;
  }

  static Set<Long> ancestry() {
    Set<Long> ancestry = new LinkedHashSet<>();
    for (ProcessHandle one = ProcessHandle.current();
        one != null;
        one = one.parent().orElse(null)) {
      ancestry.add(one.pid());
    }
    return ancestry;
  }

  /** Returns the ids of a process's threads; empty if it has ended. */
  static List<Long> threads(long pid) {
    String[] names = PROC.resolve(pid + "/task").toFile().list();
    return names == null ? List.of() : Arrays.stream(names).map(Long::valueOf).toList();
  }

  /** Returns the name of a thread, of at most 15 characters; empty if it has ended. */
  static String name(long pid, long thread) {
    return read(PROC.resolve(pid + "/task/" + thread + "/comm")).strip();
  }

  /**
   * Returns the time that a thread has run and the time that it has waited for a core, in
   * nanoseconds; zeros if it has ended.
   */
  static long[] schedule(long pid, long thread) {
    String[] fields = read(PROC.resolve(pid + "/task/" + thread + "/schedstat")).split(" ", -1);
    return fields.length < 2
        ? new long[2]
        : new long[] {Long.parseLong(fields[0]), Long.parseLong(fields[1])};
  }

  /** Returns the file name of a process's program; empty if unknown or not visible. */
  static String program(long pid) {
    try {
      String program = Files.readSymbolicLink(PROC.resolve(pid + "/exe")).getFileName().toString();
      return program.endsWith(DELETED)
          ? program.substring(0, program.length() - DELETED.length())
          : program;
    } catch (IOException e) {
      return "";
    }
  }

  static int user(long pid) throws IOException {
    return (Integer) Files.getAttribute(PROC.resolve(Long.toString(pid)), "unix:uid");
  }

  /** Returns the content of a file; empty if it cannot be read. */
  static String read(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return String.join("\n", lines.toList());
    } catch (IOException | UncheckedIOException e) {
      return "";
    }
  }
}
