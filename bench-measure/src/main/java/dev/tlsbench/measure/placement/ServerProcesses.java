package dev.tlsbench.measure.placement;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The database server of a run.
 *
 * @param product the product of its database, such as {@code MySQL}
 * @param programs the names of its executables, or main classes of the JVM
 * @param isOwn true if this process has started all of it
 * @param listener the process that listens on its port; 0 if not visible
 * @param more the processes that the user names
 */
public record ServerProcesses(
    String product,
    Set<String> programs,
    boolean isLocal,
    boolean isOwn,
    long listener,
    List<Long> more) {

  /** Returns the known processes of a local server, on any cores. */
  Set<Long> known() {
    Set<Long> pids = new LinkedHashSet<>();
    if (isLocal) {
      if (listener != 0 && isServer()) {
        pids.add(listener);
      }
      pids.addAll(more);
    }
    return pids;
  }

  /**
   * Returns the processes of a local server, without proxies in front of it and processes of this
   * run.
   */
  Set<Long> require() throws IOException {
    Set<Long> pids = known();
    if (pids.isEmpty()) {
      throw new IOException(whyUnknown());
    }
    return pids;
  }

  /** Returns why no process of a local server is known, and what to do. */
  public String whyUnknown() {
    if (!known().isEmpty()) {
      return "its processes ended during the run; run it again";
    }
    if (listener != 0) {
      return ("the server's port belongs to '%s', which is not %s; name the server's process with"
              + " --server-pid")
          .formatted(Tasks.program(listener), product);
    }
    return Placement.isRoot()
        ? "no single process of this machine listens on the server's port, which a container or the"
            + " kernel may forward; name the server's process with --server-pid"
        : "the server's process is not visible to this user; measure as its user or as root";
  }

  /**
   * Returns true if the listener is a database server: neither a proxy or relay in front of one nor
   * a process of this run. True on systems that do not list processes.
   */
  private boolean isServer() {
    return !Tasks.ancestry().contains(listener)
        && (!Tasks.areListed() || programs.contains(Tasks.program(listener)) || isJvm());
  }

  private boolean isJvm() {
    return ProcessHandle.of(listener)
        .flatMap(process -> process.info().arguments())
        .map(arguments -> Stream.of(arguments).anyMatch(programs::contains))
        .orElse(false);
  }
}
