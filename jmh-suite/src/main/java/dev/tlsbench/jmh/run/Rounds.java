package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.cell.Cell;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
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
final class Rounds {
  private final Plan plan;
  private final JmhOptions options;
  private final Random random;
  private final Progress progress;
  private final PrintStream out;
  private final Map<Cell, List<BenchmarkResult>> results = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  /**
   * Prepares a run.
   *
   * @param out receives progress
   */
  Rounds(Plan plan, Request request, PrintStream out) {
    this.plan = plan;
    this.options = request.jmh();
    this.random = new Random(request.seed());
    this.progress = new Progress(plan, out);
    this.out = out;
  }

  /**
   * Runs all forks, or until {@link #stop} is called.
   *
   * @throws BenchmarkFailedException if a fork fails; the remaining ones are not started
   */
  boolean run() throws BenchmarkFailedException {
    for (int round = 1; round <= plan.rounds(); round++) {
      List<Cell> cells = new ArrayList<>();
      for (Cell cell : plan.cells()) {
        if (round <= plan.forks(cell)) {
          cells.add(cell);
        }
      }
      Collections.shuffle(cells, random);
      for (int i = 0; i < cells.size() && !stopped; i++) {
        String position =
            "round " + round + "/" + plan.rounds() + ", " + (i + 1) + "/" + cells.size();
        turn(cells.get(i), round, position);
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

  private void turn(Cell cell, int round, String position) throws BenchmarkFailedException {
    long started = System.nanoTime();
    ByteArrayOutputStream hidden = new ByteArrayOutputStream();
    PrintStream shown =
        options.isVerbose()
            ? SuiteRun.unclosed(out)
            : new PrintStream(hidden, false, StandardCharsets.UTF_8);
    VerboseMode mode = options.isVerbose() ? VerboseMode.EXTRA : VerboseMode.NORMAL;
    Collection<RunResult> measured;
    try {
      measured =
          new Runner(
                  options.fork(cell, round == 1),
                  OutputFormatFactory.createFormatInstance(shown, mode))
              .run();
    } catch (RunnerException e) {
      if (stopped) {
        return;
      }
      throw new BenchmarkFailedException(
          cell, firstErrorOfJvm(hidden.toString(StandardCharsets.UTF_8)), e);
    }
    if (measured.size() != 1) {
      throw new BenchmarkFailedException(
          cell,
          Optional.of("JMH measured " + measured.size() + " benchmarks in place of one"),
          new IllegalStateException());
    }
    RunResult result = measured.iterator().next();
    results.merge(
        cell,
        List.copyOf(result.getBenchmarkResults()),
        (before, more) -> Stream.concat(before.stream(), more.stream()).toList());
    progress.measured(position, cell, result, Duration.ofNanos(System.nanoTime() - started));
  }

  /**
   * Returns the results so far, in the order of the cells, merged as if JMH had run all forks of a
   * cell in a row.
   */
  List<RunResult> results() {
    return plan.cells().stream()
        .flatMap(cell -> Stream.ofNullable(results.get(cell)))
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

  /** Returns the first line that a failed JVM printed to stderr, which no exception carries. */
  private static Optional<String> firstErrorOfJvm(String output) {
    int begin = output.lastIndexOf("<stderr last=");
    return begin < 0
        ? Optional.empty()
        : output
            .substring(begin)
            .lines()
            .skip(1)
            .filter(line -> !line.isBlank() && !line.startsWith("</stderr>"))
            .findFirst();
  }
}
