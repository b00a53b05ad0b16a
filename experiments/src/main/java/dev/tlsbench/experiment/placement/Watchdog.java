package dev.tlsbench.experiment.placement;

import dev.tlsbench.client.properties.GivenProperties;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A process in a session of its own that restores cores if this process is killed. It waits in a
 * shell for the end of its input, since a waiting JVM would need memory.
 */
final class Watchdog implements AutoCloseable {
  private static final String WAIT = "read -r dismissed || exec \"$@\" </dev/null";

  private final Process process;

  private Watchdog(Process process) {
    this.process = process;
  }

  /**
   * Starts a watchdog.
   *
   * @param folder with what was before
   * @throws IOException if there is no {@code setsid} or no shell
   */
  static Watchdog start(Path folder) throws IOException {
    List<String> command =
        List.of(
            "setsid",
            "/bin/sh",
            "-c",
            WAIT,
            "tlsbench-watchdog",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Repair.class.getName(),
            folder.toString());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    GivenProperties.removeFrom(builder.environment());
    return new Watchdog(builder.start());
  }

  long pid() {
    return process.pid();
  }

  /** Ends the watchdog without its work. */
  @Override
  public void close() {
    try (var input = process.getOutputStream()) {
      input.write("dismissed\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // It was killed.
    }
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
