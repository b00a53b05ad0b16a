package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.Cell;
import dev.tlsbench.jmh.cell.RatioResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** Converts JMH results to per-fork values with intervals. */
final class JmhReader {
  /** The counters of operations, of which a benchmark has one at most. */
  private static final List<String> EVENTS = List.of("handshakes", "messages");

  private static final double NANOS_PER_MICRO = 1e3;
  private static final Map<String, Double> MICROS =
      Map.of("ns", 1e-3, "us", 1.0, "ms", 1e3, "s", 1e6, "min", 6e7, "hr", 3.6e9, "day", 8.64e10);

  private JmhReader() {}

  /** Returns the benchmarks with figures, without those that measure pairs. */
  static List<Measured> read(Collection<RunResult> results) {
    List<Measured> measured = new ArrayList<>();
    for (RunResult result : results) {
      Map<Metric, ForkValues> figures = figures(result.getBenchmarkResults());
      if (!figures.isEmpty() && ratios(result).findAny().isEmpty()) {
        measured.add(new Measured(benchmark(result), parameters(result), figures));
      }
    }
    return measured;
  }

  /** Returns the benchmarks that measure pairs. */
  static List<PairedComparison> readPairs(Collection<RunResult> results) {
    return results.stream()
        .filter(result -> ratios(result).findAny().isPresent())
        .map(JmhReader::comparison)
        .toList();
  }

  private static PairedComparison comparison(RunResult result) {
    List<BenchmarkResult> warm =
        result.getBenchmarkResults().stream().filter(JmhReader::isWarm).toList();
    Map<String, RatioResult> ratios = new TreeMap<>();
    ratios(result).forEach(ratio -> ratios.put(ratio.getLabel(), ratio));
    return new PairedComparison(
        benchmark(result),
        parameters(result),
        result.getBenchmarkResults().size() - warm.size(),
        warm.isEmpty()
            ? List.of()
            : ratios.values().stream().map(ratio -> ratio(ratio, warm)).toList());
  }

  /**
   * A fork's value is the median over the half of its iterations with the fastest blocks. In slower
   * ones a ratio can be off by a third, probably because other users of the hardware slow one cell
   * more than another.
   */
  private static PairedRatio ratio(RatioResult ratio, List<BenchmarkResult> forks) {
    List<Double> values = new ArrayList<>();
    for (BenchmarkResult fork : forks) {
      Collection<IterationResult> iterations = fork.getIterationResults();
      double[] ratios =
          iterations.stream()
              .sorted(Comparator.comparingDouble(JmhReader::slowness))
              .limit((iterations.size() + 1) / 2)
              .mapToDouble(iteration -> score(iteration, ratio.getLabel()))
              .toArray();
      values.add(Median.withDefaults().evaluate(ratios));
    }
    return PairedRatio.of(ratio, values);
  }

  /** Orders iterations by time, whether the score is a time or a throughput. */
  private static double slowness(IterationResult iteration) {
    double score = iteration.getPrimaryResult().getScore();
    return iteration.getBenchmarkParams().getMode() == Mode.Throughput ? -score : score;
  }

  private static Stream<RatioResult> ratios(RunResult result) {
    return result.getBenchmarkResults().stream()
        .flatMap(fork -> fork.getIterationResults().stream())
        .flatMap(iteration -> iteration.getRawSecondaryResults().values().stream())
        .filter(RatioResult.class::isInstance)
        .map(RatioResult.class::cast);
  }

  private static boolean isWarm(BenchmarkResult fork) {
    return fork.getIterationResults().stream().allMatch(i -> score(i, "warm") == 1);
  }

  private static Map<String, String> parameters(RunResult result) {
    BenchmarkParams params = result.getParams();
    Map<String, String> parameters = new TreeMap<>();
    params.getParamsKeys().forEach(key -> parameters.put(key, params.getParam(key)));
    return parameters;
  }

  static String benchmark(RunResult result) {
    return Cell.simpleName(result.getParams().getBenchmark());
  }

  private static Map<Metric, ForkValues> figures(Collection<BenchmarkResult> forks) {
    Map<Metric, ForkValues> figures = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      double[] values =
          forks.stream()
              .map(BenchmarkResult::getIterationResults)
              .mapToDouble(fork -> metric == Metric.TIME ? micros(fork) : each(fork, metric))
              .filter(Double::isFinite)
              .toArray();
      if (values.length > 0) {
        figures.put(metric, ForkValues.of(values));
      }
    }
    return figures;
  }

  private static double micros(Collection<IterationResult> fork) {
    return fork.stream()
        .mapToDouble(iteration -> micros(iteration.getPrimaryResult()))
        .average()
        .orElse(Double.NaN);
  }

  private static double micros(Result<?> result) {
    String[] unit = result.getScoreUnit().split("/", 2);
    return unit[0].equals("ops")
        ? MICROS.getOrDefault(unit[1], Double.NaN) / result.getScore()
        : result.getScore() * MICROS.getOrDefault(unit[0], Double.NaN);
  }

  /** Returns a counter's sum over a fork, divided by the number of operations. */
  private static double each(Collection<IterationResult> fork, Metric metric) {
    double events =
        EVENTS.stream()
            .mapToDouble(counter -> sum(fork, counter))
            .filter(Double::isFinite)
            .findFirst()
            .orElse(Double.NaN);
    return sum(fork, metric.counter())
        / events
        / (metric.counter().endsWith("Nanos") ? NANOS_PER_MICRO : 1);
  }

  private static double sum(Collection<IterationResult> fork, String counter) {
    return fork.isEmpty()
        ? Double.NaN
        : fork.stream().mapToDouble(iteration -> score(iteration, counter)).sum();
  }

  private static double score(IterationResult iteration, String label) {
    Result<?> result = iteration.getSecondaryResults().get(label);
    return result == null ? Double.NaN : result.getScore();
  }
}
