package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.jmh.report.Report;
import dev.tlsbench.jmh.report.RunRecord;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/** The folder of a run: {@code results/<UTC time>-jmh-<set>}. */
final class ResultFolder {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path path;
  private final JmhOptions options;

  private ResultFolder(Path path, JmhOptions options) {
    this.path = path;
    this.options = options;
  }

  /**
   * Makes the folder.
   *
   * @param commandLine where, and which formats besides ours
   * @param started when the run began
   * @throws InvalidSettingException if it cannot be made
   */
  static ResultFolder create(CommandLine commandLine, Instant started) {
    String name = TIME.format(started) + "-jmh-" + commandLine.set().id();
    try {
      Path path = commandLine.output().resolve(name);
      return new ResultFolder(Files.createDirectories(path), commandLine.jmh());
    } catch (IOException e) {
      throw new InvalidSettingException(
          "--output: cannot make a folder in "
              + commandLine.output()
              + " ("
              + e.getClass().getSimpleName()
              + "); name a folder that you can write to",
          e);
    }
  }

  /** Where it is. */
  Path path() {
    return path;
  }

  /**
   * Writes JMH's JSON, the file of {@code -rf} and {@code -rff} if there is one, and the report.
   *
   * @param run the run
   * @return the report
   * @throws IOException if a file cannot be written
   */
  Report write(RunRecord run) throws IOException {
    write(run.results(), ResultFormatType.JSON, path.resolve("jmh.json"));
    Report report = Report.write(run);
    if (options.userResult().hasValue() || options.userResultFormat().hasValue()) {
      ResultFormatType format = options.userResultFormat().orElse(ResultFormatType.CSV);
      String name = "jmh-result." + format.toString().toLowerCase(Locale.ROOT);
      write(
          run.results(),
          format,
          Path.of(options.userResult().orElse(path.resolve(name).toString())));
    }
    return report;
  }

  private static void write(Collection<RunResult> results, ResultFormatType format, Path file)
      throws IOException {
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(format, out).writeOut(results);
      if (out.checkError()) {
        throw new IOException(file + " could not be written to its end");
      }
    }
  }
}
