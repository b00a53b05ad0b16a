package dev.tlsbench.jmh.benchmark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * Adds the ratios of a {@link PairedBenchmark} to JMH's results of an iteration. Auxiliary counters
 * cannot carry them: they have fixed names, and JMH adds them up.
 */
public final class RatioProfiler implements InternalProfiler {
  /** Passed in a static field, because JMH creates profiler and benchmark separately. */
  private static volatile List<Result<?>> ofIteration = List.of();

  static void report(List<Result<?>> results) {
    ofIteration = List.copyOf(results);
  }

  @Override
  public String getDescription() {
    return "medians of paired ratios, of the paired benchmarks of tlsbench";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    ofIteration = List.of();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return new ArrayList<>(ofIteration);
  }
}
