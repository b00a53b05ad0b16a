package dev.tlsbench.measure.placement;

import dev.tlsbench.client.properties.GivenProperties;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process in a session of its own that runs a program if this process is killed, to restore this
 * process's changes. It waits in a shell for the end of its input, since a waiting JVM would need
 * memory.
 */
public final class Watchdog implements AutoCloseable {
  /**
   * The input for the program is kept in a variable of the shell, which other users cannot read.
   */
  private static final String WAIT =
      "IFS= read -r input; read -r dismissed || printf '%s\\n' \"$input\" | \"$@\"";

  private static final long END_SECONDS = 10;

  private final Process process;

  private Watchdog(Process process) {
    this.process = process;
  }

  /**
   * Starts a watchdog.
   *
   * @param main the program
   * @param arguments of the program, which other users can see
   * @param input a line for the program's standard input, which other users cannot see
   * @throws IOException if there is no {@code setsid} or no shell
   */
  public static Watchdog start(Class<?> main, List<String> arguments, String input)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("setsid", "/bin/sh", "-c", WAIT));
    command.add("tlsbench-watchdog");
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    // The user's locations of JNA's library, if set.
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("jna."))
        .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    GivenProperties.removeFrom(builder.environment());
    Watchdog watchdog = new Watchdog(builder.start());
    watchdog.write(input);
    return watchdog;
  }

  private void write(String line) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    input.flush();
  }

  /** Ends the watchdog without running its program. */
  @Override
  public void close() {
    try {
      write("dismissed");
      process.getOutputStream().close();
    } catch (IOException e) {
      // The watchdog was killed.
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
