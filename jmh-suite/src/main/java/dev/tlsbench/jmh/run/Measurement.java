package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.report.JmhRun;
import dev.tlsbench.jmh.report.OpenSslSpeeds;
import dev.tlsbench.jmh.report.SuiteReport;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.folder.SavedDocument;
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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * Runs a plan and writes its results, however it ends: done, with a benchmark that failed, or
 * interrupted.
 */
final class Measurement implements AutoCloseable {
  private final Plan plan;
  private final CommandLine commandLine;
  private final PrintStream log;
  private final PrintStream out;
  private final Consumer<String> messages;
  private final Instant started = Instant.now();
  private final MergedResults results;
  private final Rounds rounds;
  private final ResultFolder folder;
  private int exitCode = ExitCode.UNUSABLE;
  private volatile boolean complete;
  private boolean finished;

  /**
   * Makes the folder of the results.
   *
   * @param messages takes messages for people, line by line
   * @throws UnusableFolderException if the folder cannot be made
   */
  Measurement(
      Plan plan,
      CommandLine commandLine,
      PrintStream log,
      PrintStream out,
      Consumer<String> messages) {
    this.plan = plan;
    this.commandLine = commandLine;
    this.log = log;
    this.out = out;
    this.messages = messages;
    results = new MergedResults(plan.cells());
    rounds = new Rounds(plan, commandLine, results, new Progress(plan, log), log);
    folder = ResultFolder.create(commandLine.output(), "jmh-" + commandLine.set().id(), started);
  }

  /**
   * Runs.
   *
   * @return the exit code
   * @throws BenchmarkFailedException if a benchmark fails; what was measured before is written
   * @throws UnusableFolderException if the folder cannot be written to
   */
  int run() throws BenchmarkFailedException, IOException {
    announce();
    // It stays when the run is over, and has nothing to do then.
    Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "interruption"));
    String problem = "The run broke off: not all forks ran.";
    try {
      problem = rounds.run() ? "" : "The run was interrupted: not all forks ran.";
    } catch (BenchmarkFailedException e) {
      problem = "A benchmark failed, and not all forks ran: " + e.getMessage();
      throw e;
    } finally {
      complete = problem.isEmpty();
      if (complete) {
        log.println("all forks ran; openssl speed, for comparison");
      }
      // An interruption meanwhile does not wait for it.
      finish(problem, SuiteReport.speeds(measured(problem)));
    }
    return exitCode;
  }

  private void announce() {
    log.println(
        "set "
            + commandLine.set().id()
            + "; benchmarks: "
            + plan.cells().size()
            + ", forks: "
            + plan.turns()
            + ", rounds: "
            + plan.rounds()
            + ", time: about "
            + Progress.time(plan.estimate())
            + "; order drawn with --seed "
            + commandLine.seed());
    log.println("results: " + folder.path());
    Progress.printAbsences(plan.absences(), log);
    if (commandLine.jmh().getJvm().hasValue()) {
      log.println(
          "what -jvm offers is taken to be what JDK "
              + Runtime.version().feature()
              + " does; where it is less, the benchmark fails");
    }
  }

  private void interrupt() {
    if (isFinished()) {
      return;
    }
    rounds.stop();
    Forks.end();
    messages.accept(
        complete
            ? "interrupted: the result lacks openssl speed"
            : "interrupted: the result is incomplete");
    try {
      finish(complete ? "" : "The run was interrupted: not all forks ran.", OpenSslSpeeds.none());
    } catch (IOException | UnusableFolderException e) {
      messages.accept(String.valueOf(e.getMessage()));
    }
    // Once more, for the fork that was about to start.
    Forks.end();
  }

  private synchronized boolean isFinished() {
    return finished;
  }

  /**
   * Writes once: whoever comes second, the run or its interruption, waits and does nothing.
   *
   * @param problem why the result must not be used; empty if it can be
   */
  private synchronized void finish(String problem, OpenSslSpeeds speeds) throws IOException {
    if (finished) {
      return;
    }
    finished = true;
    SuiteReport report = SuiteReport.of(measured(problem), speeds);
    write(report);
    out.println();
    out.println(TextPage.render(report.document()));
    out.println(folder.path().resolve(SavedDocument.HTML));
    exitCode = report.result().run().exitCode();
  }

  private JmhRun measured(String problem) {
    return new JmhRun(
        RunRecord.of(
            commandLine.command(),
            started,
            Duration.between(started, Instant.now()),
            problem.isEmpty(),
            problem.isEmpty() ? List.of() : List.of(problem),
            List.of()),
        commandLine.set().id(),
        commandLine.seed(),
        results.all(),
        plan.absences());
  }

  /**
   * JMH's own JSON and the file of {@code -rf} go into the folder, unless {@code -rff} is given.
   */
  private void write(SuiteReport report) throws IOException {
    Map<String, byte[]> files = new HashMap<>();
    files.put("jmh.json", formatted(ResultFormatType.JSON));
    JmhOptions options = commandLine.jmh();
    ResultFormatType format = options.userResultFormat().orElse(ResultFormatType.CSV);
    if (options.userResultFormat().hasValue() && !options.userResult().hasValue()) {
      files.put("jmh-result." + format.toString().toLowerCase(Locale.ROOT), formatted(format));
    }
    report.write(folder, files);
    if (options.userResult().hasValue()) {
      Files.write(Path.of(options.userResult().get()), formatted(format));
    }
  }

  private byte[] formatted(ResultFormatType format) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<RunResult> all = results.all();
    try (PrintStream stream = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(format, stream).writeOut(all);
    }
    return bytes.toByteArray();
  }

  /** Removes the folder if nothing was written. */
  @Override
  public void close() {
    folder.close();
  }
}
