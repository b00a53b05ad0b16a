package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.report.SuiteReport;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.folder.UnusableFolderException;
import dev.tlsbench.report.page.TextPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Runs a plan and writes its results, whether the run is complete, fails or is interrupted. Closing
 * removes the folder if nothing was written.
 */
final class MeasuredRun implements AutoCloseable {
  private final SuiteCommand command;
  private final JmhWords words;
  private final ForkPlan plan;
  private final Consumer<String> messages;
  private final Instant started = Instant.now();
  private final ForkTurns turns;
  private final ResultFolder folder;
  private int exitCode = ExitCode.UNUSABLE;
  private boolean finished;

  /** Creates the result folder, and prints the plan. */
  MeasuredRun(
      SuiteCommand command,
      JmhWords words,
      ForkPlan plan,
      PrintStream log,
      Consumer<String> messages) {
    this.command = command;
    this.words = words;
    this.plan = plan;
    this.messages = messages;
    folder = ResultFolder.create(command.output, "jmh-" + command.set, started);
    turns = new ForkTurns(plan, words, command.seed, log);
    log.printf(
        "set %s: %d benchmarks in %d forks, about %s; order drawn with --seed %d; results: %s%n",
        command.set,
        plan.cells().size(),
        plan.forks(),
        Numbers.seconds((double) plan.duration().toSeconds()),
        command.seed,
        folder.path());
    if (!plan.absences().isEmpty()) {
      log.println("not run: " + plan.absences().size() + ", for reasons that the report gives");
    }
  }

  /**
   * Runs the plan, prints the report, and returns the exit code.
   *
   * @throws IOException if a benchmark fails; earlier results are written
   */
  int measure(PrintStream out) throws IOException {
    // Stays registered after the run, and has no effect then.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupt(out), "interruption"));
    String problem = "The run broke off: not all forks ran.";
    try {
      problem = turns.run() ? "" : "The run was interrupted: not all forks ran.";
    } catch (IOException e) {
      problem = "Not all forks ran: " + e.getMessage();
      throw e;
    } finally {
      finish(problem, out);
    }
    return exitCode;
  }

  private void interrupt(PrintStream out) {
    if (isFinished()) {
      return;
    }
    turns.stop();
    endForks();
    messages.accept("interrupted: the result is incomplete");
    try {
      finish("The run was interrupted: not all forks ran.", out);
    } catch (IOException | UnusableFolderException e) {
      messages.accept(String.valueOf(e.getMessage()));
    }
    // Again, for a fork that was about to start.
    endForks();
  }

  /** Waits while the result is being written. */
  private synchronized boolean isFinished() {
    return finished;
  }

  /** Asks all processes that this JVM started to end, so that they delete their files. */
  private static void endForks() {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
  }

  /** Writes the result once. The problem is empty if it can be used. */
  private synchronized void finish(String problem, PrintStream out) throws IOException {
    if (finished) {
      return;
    }
    finished = true;
    RunRecord record =
        RunRecord.of(
            command.repeating(),
            started,
            Duration.between(started, Instant.now()),
            problem.isEmpty(),
            problem.isEmpty() ? List.of() : List.of(problem),
            List.of());
    SuiteReport report =
        SuiteReport.of(record, command.set.name(), command.seed, turns.results(), plan.absences());
    folder.write(
        report.document(),
        report.environment(),
        report.result(),
        Map.of("jmh.json", formatted(ResultFormatType.JSON)));
    CommandLineOptions jmh = words.ofRun();
    if (jmh.getResult().hasValue() || jmh.getResultFormat().hasValue()) {
      // As JMH does it.
      ResultFormatType format = jmh.getResultFormat().orElse(ResultFormatType.CSV);
      String file = "jmh-result." + format.toString().toLowerCase(Locale.ROOT);
      Files.write(Path.of(jmh.getResult().orElse(file)), formatted(format));
    }
    out.println();
    out.println(TextPage.render(report.document()));
    out.println(folder.path().resolve("report.html"));
    exitCode = report.result().run().exitCode();
  }

  private byte[] formatted(ResultFormatType format) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream stream = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(format, stream).writeOut(turns.results());
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    folder.close();
  }
}
