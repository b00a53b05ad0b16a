package dev.tlsbench.jmh.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs another program for its output. */
final class Subprocess {
  /** The end of a program. */
  record Outcome(End end, String output) {}

  /** The kinds. */
  enum End {
    /** With exit code 0. */
    WELL,
    /** With another exit code. */
    FAILED,
    /** Not within its time, and was stopped. */
    HUNG,
    /** There is no such program. */
    MISSING
  }

  private Subprocess() {}

  /** Runs a program and waits for it, for so long; its errors are not shown. */
  static Outcome run(Duration limit, List<String> command) {
    try {
      Path output = Files.createTempFile("tlsbench-jmh-", ".out");
      try {
        return run(limit, command, output);
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      return new Outcome(End.FAILED, "");
    }
  }

  private static Outcome run(Duration limit, List<String> command, Path output) throws IOException {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectOutput(output.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      return new Outcome(End.MISSING, "");
    }
    try {
      process.getOutputStream().close();
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return new Outcome(End.HUNG, "");
      }
      return process.exitValue() == 0
          ? new Outcome(End.WELL, Files.readString(output, StandardCharsets.ISO_8859_1))
          : new Outcome(End.FAILED, "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome(End.HUNG, "");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
