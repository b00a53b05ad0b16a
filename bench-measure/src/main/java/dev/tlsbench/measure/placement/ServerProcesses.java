package dev.tlsbench.measure.placement;

import dev.tlsbench.measure.placement.Placement.Server;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/** The processes of a database server on this machine. */
public final class ServerProcesses {
  private ServerProcesses() {}

  /** Returns the known processes of the server, on any cores. */
  static Set<Long> known(Server server) {
    Set<Long> pids = new LinkedHashSet<>();
    if (server.isLocal()) {
      if (server.listener() != 0 && fits(server)) {
        pids.add(server.listener());
      }
      pids.addAll(server.more());
    }
    return pids;
  }

  /**
   * Returns the processes of a local server, without proxies in front of it and processes of this
   * run.
   */
  static Set<Long> require(Server server) throws IOException {
    Set<Long> pids = known(server);
    if (pids.isEmpty()) {
      throw new IOException(
          server.listener() == 0
              ? "the server's process is not visible to this user; measure as its user or as root"
              : ("the server's port belongs to '%s', which is not %s; name the server's "
                      + "process with --server-pid")
                  .formatted(Tasks.program(server.listener()), server.product()));
    }
    return pids;
  }

  private static boolean fits(Server server) {
    return isServer(server.listener(), server.programs());
  }

  /**
   * Returns true if a process is a database server: neither a proxy or relay in front of one nor a
   * process of this run. True on systems that do not list processes.
   */
  public static boolean isServer(long pid, Set<String> programs) {
    return !Tasks.ancestry().contains(pid)
        && (!Tasks.areListed() || programs.contains(Tasks.program(pid)) || isJvm(pid, programs));
  }

  private static boolean isJvm(long pid, Set<String> mainClasses) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().arguments())
        .map(arguments -> Stream.of(arguments).anyMatch(mainClasses::contains))
        .orElse(false);
  }
}
