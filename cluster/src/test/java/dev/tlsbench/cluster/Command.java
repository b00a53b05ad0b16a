package dev.tlsbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command of this project in a process of its own, as its launcher starts it. */
final class Command {
  private final Process process;
  private final Path out;
  private final Path err;

  private Command(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** The exit code and output of a command that has ended. */
  record Ended(int exitCode, String out, String err) {
    long number(String metric, String measurement) {
      Matcher line =
          Pattern.compile("\\[" + metric + "], " + Pattern.quote(measurement) + ", ([0-9.]+)")
              .matcher(out);
      assertThat(line.find()).as(metric + " " + measurement + " in:\n" + this).isTrue();
      return Math.round(Double.parseDouble(line.group(1)));
    }
  }

  static Command start(
      Path folder, Map<String, String> environment, String main, List<String> arguments)
      throws IOException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Also of the JVMs that measure; some of these tests start four at once.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Dtlsbench.home=" + Path.of("..").toAbsolutePath().normalize());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main);
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return new Command(
        builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start(), out, err);
  }

  boolean isRunning() {
    return process.isAlive();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  String err() throws IOException {
    return Files.readString(err);
  }

  Ended end() throws IOException, InterruptedException {
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("it ends").isTrue();
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
