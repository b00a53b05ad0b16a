package dev.tlsbench.jmh.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * Keeps to itself what JMH would print for each fork. Only what a JVM said that did not even start
 * is of use, since no exception has it.
 */
final class QuietFormat implements OutputFormat {
  private final List<String> lines = new ArrayList<>();

  /**
   * The stderr of a JVM that failed, as JMH quotes it.
   *
   * @return its first line; empty if no JVM failed, or without a word
   */
  synchronized Optional<String> firstErrorOfJvm() {
    int begin = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("<stderr last=")) {
        begin = i + 1;
      }
    }
    return begin < 0
        ? Optional.empty()
        : lines.subList(begin, lines.size()).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("</stderr>"))
            .findFirst();
  }

  @Override
  public synchronized void println(String s) {
    s.lines().forEach(lines::add);
  }

  @Override
  public void iteration(BenchmarkParams params, IterationParams iteration, int number) {}

  @Override
  public void iterationResult(
      BenchmarkParams params, IterationParams iteration, int number, IterationResult result) {}

  @Override
  public void startBenchmark(BenchmarkParams params) {}

  @Override
  public void endBenchmark(BenchmarkResult result) {}

  @Override
  public void startRun() {}

  @Override
  public void endRun(Collection<RunResult> results) {}

  @Override
  public void print(String s) {}

  @Override
  public void flush() {}

  @Override
  public void close() {}

  @Override
  public void verbosePrintln(String s) {}

  @Override
  public void write(int b) {}

  @Override
  public void write(byte[] b) {}
}
