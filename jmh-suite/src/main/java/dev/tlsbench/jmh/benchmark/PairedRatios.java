package dev.tlsbench.jmh.benchmark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Adds the paired ratios of an iteration to JMH's results, where auxiliary counters cannot carry
 * them: those have fixed names, and JMH adds them up.
 *
 * <p>A label is {@code typical.FIGURE.VARIANT/BASELINE}, for example {@code
 * typical.clientCpu.resumed/full}. {@code warm} is 1 if the fork was warm, else 0.
 */
public final class PairedRatios implements InternalProfiler {
  /** JMH makes the profiler and the benchmark separately: only a static field joins them. */
  private static final Map<String, Double> OF_ITERATION = new ConcurrentSkipListMap<>();

  /** Makes a profiler that reports nothing for benchmarks without pairs. */
  public PairedRatios() {}

  private static volatile boolean isWarm;

  /** Reports whether the code of the fork was compiled before the first iteration. */
  static void warm(boolean warm) {
    isWarm = warm;
  }

  static void report(String figure, String variant, String baseline, double ratio) {
    OF_ITERATION.put("typical." + figure + "." + variant + "/" + baseline, ratio);
  }

  @Override
  public String getDescription() {
    return "medians of paired ratios, of the paired benchmarks of tlsbench";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    OF_ITERATION.clear();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    List<Result<?>> ratios = new ArrayList<>();
    OF_ITERATION.forEach(
        (label, ratio) ->
            ratios.add(new ScalarResult(label, ratio, "ratio", AggregationPolicy.AVG)));
    if (!ratios.isEmpty()) {
      ratios.add(new ScalarResult("warm", isWarm ? 1 : 0, "", AggregationPolicy.AVG));
    }
    return ratios;
  }
}
