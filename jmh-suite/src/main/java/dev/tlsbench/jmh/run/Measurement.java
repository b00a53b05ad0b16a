package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.report.Report;
import dev.tlsbench.jmh.report.RunRecord;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Runs a plan and writes its results, however it ends: done, with a benchmark that failed, or
 * interrupted.
 */
final class Measurement {
  private final Plan plan;
  private final CommandLine commandLine;
  private final PrintStream log;
  private final PrintStream out;
  private final Consumer<String> messages;
  private final Instant started = Instant.now();
  private final MergedResults results;
  private final Rounds rounds;
  private final ResultFolder folder;
  private boolean finished;

  /**
   * Makes the folder of the results.
   *
   * @param plan what to run
   * @param commandLine how
   * @param log takes progress
   * @param out takes tables
   * @param messages takes messages for people, line by line
   * @throws dev.tlsbench.core.InvalidSettingException if the folder cannot be made
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
    folder = ResultFolder.create(commandLine, started);
  }

  /**
   * Runs.
   *
   * @throws BenchmarkFailedException if a benchmark fails; what was measured before is written
   * @throws IOException if a file cannot be written
   */
  void run() throws BenchmarkFailedException, IOException {
    announce();
    // It stays when the run is over, and has nothing to do then.
    Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "interruption"));
    boolean complete = false;
    try {
      complete = rounds.run();
    } finally {
      finish(complete);
    }
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
    messages.accept("interrupted: the result is incomplete");
    try {
      finish(false);
    } catch (IOException e) {
      messages.accept(e.toString());
    }
    // Once more, for the fork that was about to start.
    Forks.end();
  }

  private synchronized boolean isFinished() {
    return finished;
  }

  /** Writes once: whoever comes second, the run or its interruption, waits and does nothing. */
  private synchronized void finish(boolean complete) throws IOException {
    if (finished) {
      return;
    }
    finished = true;
    Report report =
        folder.write(
            new RunRecord(
                folder.path(),
                commandLine.set().id(),
                commandLine.command(),
                started,
                Duration.between(started, Instant.now()),
                commandLine.seed(),
                results.all(),
                plan.absences(),
                complete));
    out.println();
    out.println(report.console().stripTrailing());
    out.println();
    if (!complete) {
      out.println("INCOMPLETE: not all forks ran");
    }
    for (String file : new String[] {"report.md", "environment.json", "jmh.json"}) {
      out.println(folder.path().resolve(file));
    }
  }
}
