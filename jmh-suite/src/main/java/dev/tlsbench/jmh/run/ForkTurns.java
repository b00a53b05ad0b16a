package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.cell.BenchmarkCell;
import dev.tlsbench.jmh.run.ForkPlan.PlannedCell;
import dev.tlsbench.report.Numbers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Takes forks in turns: a round has one fork of every cell, in random order, then comes the next
 * round. A slow quarter of an hour then affects all cells alike; JMH by itself runs all forks of a
 * benchmark in a row.
 */
final class ForkTurns {
  private static final double MILLIS = 1e3;

  /** The output of JMH on a fork that failed. */
  private static final Pattern FAILURE =
      Pattern.compile("<(?:failure|stderr last=.*)>\\s++(?!</)(.+)");

  private final ForkPlan plan;
  private final JmhWords words;
  private final Random random;
  private final PrintStream out;
  private final long started = System.nanoTime();
  private final Map<BenchmarkCell, List<BenchmarkResult>> results = new ConcurrentHashMap<>();
  private int announced;
  private Duration done = Duration.ZERO;
  private volatile boolean stopped;

  /** Prints a line before each fork, and with {@code -v} what JMH reports. */
  ForkTurns(ForkPlan plan, JmhWords words, long seed, PrintStream out) {
    this.plan = plan;
    this.words = words;
    this.random = new Random(seed);
    this.out = out;
  }

  /**
   * Runs all forks, or until {@link #stop} is called.
   *
   * @throws IOException if a fork fails; the message is one line that names the cell and the cause,
   *     and no further fork is started
   */
  boolean run() throws IOException {
    for (int round = 1; round <= plan.rounds(); round++) {
      int current = round;
      List<PlannedCell> cells = new ArrayList<>(plan.cells());
      cells.removeIf(planned -> planned.forks() < current);
      Collections.shuffle(cells, random);
      for (int i = 0; i < cells.size() && !stopped; i++) {
        announce(cells.get(i));
        turn(cells.get(i).cell(), round == 1);
        done = done.plus(cells.get(i).fork());
      }
    }
    return !stopped;
  }

  /**
   * Starts no further fork. A running fork may be killed after this call without counting as a
   * failure.
   */
  void stop() {
    stopped = true;
  }

  /** Prints the fork to come; the time left is planned, scaled by the time taken so far. */
  private void announce(PlannedCell next) {
    double slower = done.isZero() ? 1 : (double) (System.nanoTime() - started) / done.toNanos();
    double left = plan.duration().minus(done).toMillis() / MILLIS * slower;
    announced++;
    out.println(
        announced
            + "/"
            + plan.forks()
            + ", "
            + Numbers.seconds(left)
            + " left: "
            + next.cell().label());
  }

  private void turn(BenchmarkCell cell, boolean isFirst) throws IOException {
    ByteArrayOutputStream hidden = new ByteArrayOutputStream();
    boolean isShown = words.verbosity().hasValue();
    PrintStream shown =
        isShown ? SuiteRun.unclosed(out) : new PrintStream(hidden, false, StandardCharsets.UTF_8);
    VerboseMode mode = words.verbosity().orElse(VerboseMode.NORMAL);
    RunResult result;
    try {
      result =
          new Runner(
                  words.fork(cell, isFirst), OutputFormatFactory.createFormatInstance(shown, mode))
              .run()
              .iterator()
              .next();
    } catch (RunnerException e) {
      if (stopped) {
        return;
      }
      String error = failure(hidden.toString(StandardCharsets.UTF_8)).orElseGet(() -> reason(e));
      throw new IOException("failed: " + cell.label() + ": " + error, e);
    }
    results.merge(
        cell,
        List.copyOf(result.getBenchmarkResults()),
        (before, more) -> Stream.concat(before.stream(), more.stream()).toList());
  }

  /**
   * Returns the results so far, in the order of the plan, merged as if JMH had run all forks of a
   * cell in a row.
   */
  List<RunResult> results() {
    return plan.cells().stream()
        .flatMap(planned -> Stream.ofNullable(results.get(planned.cell())))
        .map(all -> new RunResult(params(all.get(0).getParams(), all.size()), all))
        .toList();
  }

  private static BenchmarkParams params(BenchmarkParams one, int forks) {
    WorkloadParams parameters = new WorkloadParams();
    one.getParamsKeys().forEach(name -> parameters.put(name, one.getParam(name), 0));
    return new BenchmarkParams(
        one.getBenchmark(),
        one.generatedBenchmark(),
        one.shouldSynchIterations(),
        one.getThreads(),
        one.getThreadGroups(),
        one.getThreadGroupLabels(),
        forks,
        one.getWarmupForks(),
        one.getWarmup(),
        one.getMeasurement(),
        one.getMode(),
        parameters,
        one.getTimeUnit(),
        one.getOpsPerInvocation(),
        one.getJvm(),
        one.getJvmArgs(),
        one.getJdkVersion(),
        one.getVmName(),
        one.getVmVersion(),
        one.getJmhVersion(),
        one.getTimeout());
  }

  /** Returns the first line of the benchmark's exception, or of what a JVM printed that failed. */
  private static Optional<String> failure(String output) {
    Matcher failure = FAILURE.matcher(output);
    return failure.find() ? Optional.of(failure.group(1)) : Optional.empty();
  }

  /** Returns the innermost exception, which JMH may have wrapped as a suppressed one. */
  private static String reason(Throwable thrown) {
    Throwable inner = thrown;
    while (inner.getCause() != null || inner.getSuppressed().length > 0) {
      Throwable cause = inner.getCause();
      inner = cause != null ? cause : inner.getSuppressed()[0];
    }
    return inner.toString();
  }
}
