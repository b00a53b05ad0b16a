package dev.tlsbench.client.faults;

import dev.tlsbench.embedded.IssuedCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server that belongs to a test, which may do to it what it likes. It comes back on the same port
 * and with the same data.
 */
interface OwnServer extends AutoCloseable {
  long LIMIT_SECONDS = 60;

  /** Returns the target that connects to it. */
  FaultTarget target();

  /** Its process. */
  long pid();

  /** Starts it, with this certificate, and waits until it can be used. */
  void start(IssuedCertificate certificate) throws Exception;

  /** Ends it in order, and waits for that. */
  void stop() throws Exception;

  /** Waits until what it has acknowledged so far would outlive a kill. */
  default void awaitWritten() throws IOException {}

  /** Kills its process (SIGKILL), and waits for that. */
  default void kill() throws Exception {
    ProcessHandle process = ProcessHandle.of(pid()).orElseThrow();
    signal("KILL");
    process.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  /** Sends a signal to its process. */
  default void signal(String name) throws IOException, InterruptedException {
    signal(name, List.of(pid()));
  }

  /** Sends a signal, such as {@code STOP}, to its process and those that serve a connection. */
  default void signalAll(String name) throws IOException, InterruptedException {
    signal(name);
    ProcessHandle process = ProcessHandle.of(pid()).orElseThrow();
    List<Long> children = process.descendants().map(ProcessHandle::pid).toList();
    if (!children.isEmpty()) {
      signal(name, children);
    }
  }

  /** Kills one of the processes it has started, by the beginning of its command line. */
  default void killChild(String commandLine) throws IOException, InterruptedException {
    for (ProcessHandle child : ProcessHandle.of(pid()).orElseThrow().children().toList()) {
      Path line = Path.of("/proc", String.valueOf(child.pid()), "cmdline");
      if (Files.readString(line).startsWith(commandLine)) {
        signal("KILL", List.of(child.pid()));
        return;
      }
    }
    throw new IllegalStateException("no process of " + pid() + " is a '" + commandLine + "'");
  }

  private static void signal(String name, List<Long> processes)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", "-s", name));
    processes.forEach(process -> command.add(process.toString()));
    int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException("kill -s " + name + " ended with " + exit);
    }
  }

  @Override
  void close();
}
