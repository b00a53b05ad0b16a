package dev.tlsbench.embedded.process;

import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.embedded.StartFailedException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server's process, tied to this one by a pipe: if the pipe is closed, by {@link #stop} or
 * because this process has ended, the server shuts down by itself.
 */
final class ServerProcess {
  /**
   * Variables of tlsbench's command lines, which may hold passwords and are not passed to servers.
   */
  private static final String PROPERTIES = "TLSBENCH_P_";

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(15);
  private static final long LOOK_EVERY_MILLIS = 10;
  private static final int TAIL_LINES = 40;

  /** The beginning of an error of MariaDB, the embedded MongoDB server or PostgreSQL. */
  private static final Pattern ERROR =
      Pattern.compile(
          "^.*\\[ERROR\\] |^ERROR: |^\\w+: error: |^FATAL: |^LOG: (?=\\s*could not bind)");

  private final String name;
  private final Process process;
  private final Path log;

  private ServerProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /**
   * Starts a process that writes to a new log.
   *
   * @param command must start a process that ends when its standard input is closed
   */
  static ServerProcess start(
      String name, List<String> command, Map<String, String> environment, Path directory, Path log)
      throws IOException {
    PrivateFiles.write(log, new byte[0]);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(variable -> variable.startsWith(PROPERTIES));
    builder.environment().putAll(environment);
    return new ServerProcess(name, builder.start(), log);
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /**
   * Waits for a line in the log. If it does not come, stops the process.
   *
   * @throws StartFailedException if the process ends first, or takes more than a minute
   */
  MatchResult awaitLine(Pattern line) throws IOException {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    try {
      while (true) {
        boolean ended = process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        Matcher matcher = line.matcher(Files.readString(log, StandardCharsets.ISO_8859_1));
        if (matcher.find()) {
          return matcher.toMatchResult();
        }
        if (ended) {
          throw failure("ended with exit code " + process.exitValue());
        }
        if (System.nanoTime() > deadline) {
          throw failure("was not ready within " + START_LIMIT.toSeconds() + " s");
        }
      }
    } catch (InterruptedException e) {
      StartFailedException failure = failure("was interrupted");
      stop();
      Thread.currentThread().interrupt();
      throw failure;
    } catch (IOException e) {
      stop();
      throw e;
    }
  }

  /**
   * Writes to the process and waits for it to end.
   *
   * @throws StartFailedException if it fails, or takes more than a minute
   */
  void feed(byte[] input) throws IOException {
    try (OutputStream pipe = process.getOutputStream()) {
      pipe.write(input);
    } catch (IOException e) {
      // The process has ended before it read everything: its log contains the reason.
    }
    try {
      if (!process.waitFor(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        stop();
        throw failure("was not done within " + START_LIMIT.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw failure("was interrupted");
    }
    if (process.exitValue() != 0) {
      throw failure("ended with exit code " + process.exitValue());
    }
  }

  /** Asks the process to end, and kills it after 15 s. */
  void stop() {
    closePipe();
    try {
      if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void closePipe() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The other end is closed, so no process is left to notify.
    }
  }

  private StartFailedException failure(String what) throws IOException {
    List<String> lines = Files.readString(log, StandardCharsets.ISO_8859_1).lines().toList();
    String tail =
        String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    String reason =
        lines.stream()
            .filter(line -> ERROR.matcher(line).find() && !line.endsWith("Aborting"))
            .reduce((first, second) -> first)
            .or(() -> lines.stream().reduce((first, second) -> second))
            .map(line -> ": " + ERROR.matcher(line).replaceFirst("").strip())
            .orElse("");
    return new StartFailedException(name + " " + what + reason, tail);
  }
}
