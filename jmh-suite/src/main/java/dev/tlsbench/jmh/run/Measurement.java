package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.report.JmhRun;
import dev.tlsbench.jmh.report.SuiteReport;
import dev.tlsbench.report.ExitCode;
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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * Runs a plan and writes its results, whether the run is complete, fails or is interrupted.
 *
 * <p>Closing removes the folder if nothing was written.
 */
final class Measurement implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 3;

  private final Plan plan;
  private final Request request;
  private final PrintStream log;
  private final PrintStream out;
  private final Consumer<String> messages;
  private final Instant started = Instant.now();
  private final Rounds rounds;
  private final ResultFolder folder;
  private int exitCode = ExitCode.UNUSABLE;
  private boolean finished;

  /**
   * Creates the result folder.
   *
   * @param messages receives messages for the user, line by line
   * @throws UnusableFolderException if the folder cannot be made
   */
  Measurement(
      Plan plan, Request request, PrintStream log, PrintStream out, Consumer<String> messages) {
    this.plan = plan;
    this.request = request;
    this.log = log;
    this.out = out;
    this.messages = messages;
    rounds = new Rounds(plan, request, log);
    folder = ResultFolder.create(request.output(), "jmh-" + request.set().id(), started);
  }

  /**
   * Runs the plan.
   *
   * @return the exit code
   * @throws BenchmarkFailedException if a benchmark fails; earlier results are written
   * @throws UnusableFolderException if the folder cannot be written to
   */
  int run() throws BenchmarkFailedException, IOException {
    announce();
    // Stays registered after the run, and has no effect then.
    Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "interruption"));
    String problem = "The run broke off: not all forks ran.";
    try {
      problem = rounds.run() ? "" : "The run was interrupted: not all forks ran.";
    } catch (BenchmarkFailedException e) {
      problem = "A benchmark failed, and not all forks ran: " + e.getMessage();
      throw e;
    } finally {
      finish(problem);
    }
    return exitCode;
  }

  private void announce() {
    log.printf(
        "set %s; benchmarks: %d, forks: %d, rounds: %d, time: about %s; order drawn with --seed"
            + " %d%n",
        request.set().id(),
        plan.cells().size(),
        plan.turns(),
        plan.rounds(),
        Progress.time(plan.estimate()),
        request.seed());
    log.println("results: " + folder.path());
    Progress.printAbsences(plan.absences(), log);
    if (request.jmh().getJvm().hasValue()) {
      log.println(
          "-jvm: expected to offer the same TLS as JDK "
              + Runtime.version().feature()
              + "; a benchmark fails where it offers less");
    }
  }

  private void interrupt() {
    if (isFinished()) {
      return;
    }
    rounds.stop();
    endForks();
    messages.accept("interrupted: the result is incomplete");
    try {
      finish("The run was interrupted: not all forks ran.");
    } catch (IOException | UnusableFolderException e) {
      messages.accept(String.valueOf(e.getMessage()));
    }
    // Again, for a fork that was about to start.
    endForks();
  }

  /**
   * Ends all processes that this JVM started. They are asked first, so that they delete their
   * files.
   */
  private static void endForks() {
    List<ProcessHandle> processes = ProcessHandle.current().descendants().toList();
    processes.forEach(ProcessHandle::destroy);
    try {
      CompletableFuture.allOf(
              processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      processes.forEach(ProcessHandle::destroyForcibly);
    } catch (InterruptedException e) {
      processes.forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isFinished() {
    return finished;
  }

  /**
   * Writes the result once; later calls, by the run or its interruption, return without effect.
   *
   * @param problem why the result must not be used; empty if it can be
   */
  private synchronized void finish(String problem) throws IOException {
    if (finished) {
      return;
    }
    finished = true;
    RunRecord record =
        RunRecord.of(
            request.command(),
            started,
            Duration.between(started, Instant.now()),
            problem.isEmpty(),
            problem.isEmpty() ? List.of() : List.of(problem),
            List.of());
    SuiteReport report =
        SuiteReport.of(
            new JmhRun(
                record, request.set().id(), request.seed(), rounds.results(), plan.absences()));
    write(report);
    out.println();
    out.println(TextPage.render(report.document()));
    out.println(folder.path().resolve(ResultFolder.HTML));
    exitCode = report.result().run().exitCode();
  }

  /**
   * JMH's own JSON and the file of {@code -rf} go into the folder, unless {@code -rff} is given.
   */
  private void write(SuiteReport report) throws IOException {
    Map<String, byte[]> files = new HashMap<>();
    files.put("jmh.json", formatted(ResultFormatType.JSON));
    JmhOptions options = request.jmh();
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
    try (PrintStream stream = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(format, stream).writeOut(rounds.results());
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    folder.close();
  }
}
