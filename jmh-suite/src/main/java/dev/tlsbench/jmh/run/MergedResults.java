package dev.tlsbench.jmh.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * The results of forks that JMH ran one at a time, put together as if it had run them in a row: one
 * result for each benchmark, mode and choice of parameters, which has all the forks so far. Safe
 * for use by several threads.
 */
final class MergedResults {
  private record Key(BenchmarkCell cell, Mode mode) {}

  private final List<BenchmarkCell> order;
  private final Map<Key, List<BenchmarkResult>> forks = new LinkedHashMap<>();

  /** Begins without results. */
  MergedResults(List<BenchmarkCell> order) {
    this.order = order;
  }

  /** Adds what JMH measured. */
  synchronized void add(Collection<RunResult> results) {
    for (RunResult result : results) {
      BenchmarkParams params = result.getParams();
      Key key = new Key(cell(params), params.getMode());
      forks.computeIfAbsent(key, first -> new ArrayList<>()).addAll(result.getBenchmarkResults());
    }
  }

  /**
   * All that was added.
   *
   * @return results in the order of the cells; what is added later does not change them
   */
  synchronized List<RunResult> all() {
    return forks.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> order.indexOf(entry.getKey().cell())))
        .map(entry -> merge(entry.getValue()))
        .toList();
  }

  private static BenchmarkCell cell(BenchmarkParams params) {
    SortedMap<String, String> values = new TreeMap<>();
    params.getParamsKeys().forEach(name -> values.put(name, params.getParam(name)));
    return new BenchmarkCell(params.getBenchmark(), values);
  }

  private static RunResult merge(List<BenchmarkResult> forks) {
    BenchmarkParams params = withForks(forks.get(0).getParams(), forks.size());
    List<BenchmarkResult> merged = new ArrayList<>();
    for (BenchmarkResult fork : forks) {
      BenchmarkResult copy =
          new BenchmarkResult(params, fork.getIterationResults(), fork.getMetadata());
      for (Result<?> ofProfiler : resultsOfTrial(fork)) {
        copy.addBenchmarkResult(ofProfiler);
      }
      merged.add(copy);
    }
    return new RunResult(params, merged);
  }

  /** Results that profilers add once for a fork; JMH declares them without their type. */
  @SuppressWarnings("rawtypes")
  private static List<Result<?>> resultsOfTrial(BenchmarkResult fork) {
    List<Result<?>> results = new ArrayList<>();
    for (Result result : fork.getBenchmarkResults().values()) {
      results.add(result);
    }
    return results;
  }

  private static BenchmarkParams withForks(BenchmarkParams one, int forks) {
    WorkloadParams parameters = new WorkloadParams();
    cell(one).parameters().forEach((name, value) -> parameters.put(name, value, 0));
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
}
