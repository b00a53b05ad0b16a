package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.RatioResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.statistics.descriptive.Median;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

/** Creates results as JMH would: forks of three iterations each, around a value. */
final class Results {
  private static final double[] ITERATIONS = {0.9, 1, 1.1};
  private static final int COUNT = 1_000;

  private final String benchmark;
  private final Map<String, String> parameters = new LinkedHashMap<>();
  private final Map<String, Double> counters = new LinkedHashMap<>();
  private TimeUnit unit = TimeUnit.NANOSECONDS;
  private final List<RatioResult> pairs = new ArrayList<>();
  private boolean throughput;
  private boolean cold;
  private double disturbance = 1;

  private Results(String benchmark) {
    this.benchmark = benchmark;
  }

  /** Class, method, and parameters: {@code "provider", "jdk", …}. */
  static Results of(String benchmark, String... parameters) {
    Results results = new Results(benchmark);
    for (int i = 0; i < parameters.length; i += 2) {
      results.parameters.put(parameters[i], parameters[i + 1]);
    }
    return results;
  }

  Results in(TimeUnit unit) {
    this.unit = unit;
    return this;
  }

  /** Results as with {@code -bm thrpt}. */
  Results asThroughput() {
    this.throughput = true;
    return this;
  }

  /** A counter of events, by its value for each of {@value #COUNT} events of an iteration. */
  Results counting(String label, double each) {
    counters.put(label, each);
    return this;
  }

  /** A ratio of a paired benchmark; each fork's varies with its score. */
  Results pairing(String side, String variant, String baseline, double ratio) {
    pairs.add(new RatioResult(side, variant, baseline, ratio));
    return this;
  }

  /** In the last iteration of each fork, all ratios are multiplied by a factor. */
  Results disturbed(double factor) {
    disturbance = factor;
    return this;
  }

  /** As a fork of a paired benchmark whose code was still being compiled. */
  Results cold() {
    cold = true;
    return this;
  }

  /** One fork for each mean score; counters that are times vary with it around theirs. */
  RunResult forks(double... scores) {
    WorkloadParams workload = new WorkloadParams();
    int i = 0;
    for (Map.Entry<String, String> entry : parameters.entrySet()) {
      workload.put(entry.getKey(), entry.getValue(), i++);
    }
    IterationParams iterations =
        new IterationParams(IterationType.MEASUREMENT, ITERATIONS.length, TimeValue.seconds(1), 1);
    BenchmarkParams params =
        new BenchmarkParams(
            "dev.tlsbench.jmh.benchmark." + benchmark,
            "generated",
            true,
            1,
            new int[] {1},
            List.of(),
            scores.length,
            0,
            iterations,
            iterations,
            throughput ? Mode.Throughput : Mode.AverageTime,
            workload,
            unit,
            1,
            "/usr/lib/jvm/somewhere/bin/java",
            flags(),
            "17.0.21",
            "OpenJDK 64-Bit Server VM",
            "17.0.21+9",
            "1.37",
            TimeValue.minutes(1));
    List<BenchmarkResult> forks = new ArrayList<>();
    for (double score : scores) {
      forks.add(fork(params, iterations, score, Median.withDefaults().evaluate(scores.clone())));
    }
    return new RunResult(params, forks);
  }

  private List<String> flags() {
    List<String> flags = new ArrayList<>(List.of("-Xms1g", "-XX:+UseSerialGC"));
    flags.add("-Djava.security.properties=/home/joe/x.props");
    if (benchmark.startsWith("RecordPairs")) {
      flags.add("-Xbatch");
    }
    return flags;
  }

  private BenchmarkResult fork(
      BenchmarkParams params, IterationParams iterationParams, double score, double median) {
    List<IterationResult> iterations = new ArrayList<>();
    for (int i = 0; i < ITERATIONS.length; i++) {
      double factor = ITERATIONS[i];
      double paired = score / median * (i == ITERATIONS.length - 1 ? disturbance : 1);
      IterationResult iteration =
          new IterationResult(params, iterationParams, new IterationResultMetaData(COUNT, COUNT));
      iteration.addResult(primary(score * factor));
      counters.forEach(
          (label, each) -> {
            double sum = each * COUNT * (label.endsWith("Nanos") ? factor * score / median : 1);
            iteration.addResult(new ScalarResult(label, sum, "#", AggregationPolicy.SUM));
          });
      pairs.forEach(
          pair ->
              iteration.addResult(
                  new RatioResult(
                      pair.side(), pair.variant(), pair.baseline(), pair.getScore() * paired)));
      if (!pairs.isEmpty()) {
        iteration.addResult(
            new ScalarResult("compiling", cold ? 0.5 : 0.01, "ratio", AggregationPolicy.AVG));
      }
      if (!counters.isEmpty()) {
        iteration.addResult(new ScalarResult(events(), COUNT, "#", AggregationPolicy.SUM));
      }
      iterations.add(iteration);
    }
    return new BenchmarkResult(params, iterations);
  }

  private String events() {
    return benchmark.startsWith("Handshake") ? "handshakes" : "messages";
  }

  private Result<?> primary(double score) {
    long nanos = unit.toNanos(1);
    return throughput
        ? new ThroughputResult(
            ResultRole.PRIMARY, "score", COUNT * score, (long) COUNT * nanos, unit)
        : new AverageTimeResult(
            ResultRole.PRIMARY, "score", COUNT, Math.round(COUNT * score * nanos), unit);
  }
}
