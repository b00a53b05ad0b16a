package dev.tlsbench.jmh.run;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Takes forks in turns: a round has one fork of every cell, in random order, then comes the next
 * round. A machine that is slower for a quarter of an hour then is slower for all cells alike; JMH
 * by itself runs all forks of a benchmark in a row.
 */
final class Rounds {
  private final Plan plan;
  private final JmhOptions options;
  private final Random random;
  private final MergedResults results;
  private final Progress progress;
  private final PrintStream out;
  private volatile boolean stopped;

  /** Prepares. */
  Rounds(
      Plan plan,
      CommandLine commandLine,
      MergedResults results,
      Progress progress,
      PrintStream out) {
    this.plan = plan;
    this.options = commandLine.jmh();
    this.random = new Random(commandLine.seed());
    this.results = results;
    this.progress = progress;
    this.out = out;
  }

  /**
   * Runs all forks, or those until {@link #stop}.
   *
   * @throws BenchmarkFailedException if one fails; no other is begun then
   */
  boolean run() throws BenchmarkFailedException {
    for (int round = 1; round <= plan.rounds(); round++) {
      List<BenchmarkCell> cells = cellsOf(round);
      for (int i = 0; i < cells.size() && !stopped; i++) {
        String position =
            "round " + round + "/" + plan.rounds() + ", " + (i + 1) + "/" + cells.size();
        turn(cells.get(i), round, position);
      }
    }
    return !stopped;
  }

  /** Begins no other fork. What runs may be killed after this and is not taken for a failure. */
  void stop() {
    stopped = true;
  }

  private List<BenchmarkCell> cellsOf(int round) {
    List<BenchmarkCell> cells = new ArrayList<>();
    plan.cells().stream().filter(cell -> round <= plan.forks(cell)).forEach(cells::add);
    Collections.shuffle(cells, random);
    return cells;
  }

  private void turn(BenchmarkCell cell, int round, String position)
      throws BenchmarkFailedException {
    long started = System.nanoTime();
    QuietFormat quiet = new QuietFormat();
    OutputFormat format = options.isVerbose() ? jmhFormat() : quiet;
    Collection<RunResult> measured;
    try {
      measured = new Runner(options.fork(cell, round == 1), format).run();
    } catch (RunnerException e) {
      if (stopped) {
        return;
      }
      throw new BenchmarkFailedException(cell, quiet.firstErrorOfJvm(), e);
    }
    if (measured.size() != 1) {
      throw new BenchmarkFailedException(
          cell,
          Optional.of("JMH measured " + measured.size() + " benchmarks in place of one"),
          new IllegalStateException());
    }
    results.add(measured);
    progress.measured(position, cell, measured, Duration.ofNanos(System.nanoTime() - started));
  }

  /** JMH closes its output after each run; ours has to last. */
  private OutputFormat jmhFormat() {
    PrintStream lasting =
        new PrintStream(out, true, StandardCharsets.UTF_8) {
          @Override
          public void close() {
            flush();
          }
        };
    return OutputFormatFactory.createFormatInstance(lasting, VerboseMode.EXTRA);
  }
}
