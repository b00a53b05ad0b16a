package dev.tlsbench.experiment.placement;

import dev.tlsbench.client.properties.GivenProperties;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process in a session of its own that restores cores if this process is killed. It waits in a
 * shell for the end of its input, since a waiting JVM would need memory.
 */
final class Watchdog implements AutoCloseable {
  private static final String WAIT = "read -r dismissed || exec \"$@\" </dev/null";

  private static final long END_SECONDS = 10;

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
    List<String> command = new ArrayList<>(List.of("setsid", "/bin/sh", "-c", WAIT));
    command.add("tlsbench-watchdog");
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    // The places of JNA's library, if the user has chosen them.
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("jna."))
        .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Repair.class.getName());
    command.add(folder.toString());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    GivenProperties.removeFrom(builder.environment());
    return new Watchdog(builder.start());
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
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
