package dev.tlsbench.jmh.report;

import dev.tlsbench.report.stats.PairedSample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.statistics.descriptive.Median;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** Makes figures of JMH's results. */
final class JmhReader {
  /** The counters of operations, of which a benchmark has one at most. */
  private static final List<String> EVENTS = List.of("handshakes", "messages", "reads");

  private static final double NANOS_PER_MICRO = 1e3;
  private static final Map<String, Double> MICROS =
      Map.of("ns", 1e-3, "us", 1.0, "ms", 1e3, "s", 1e6, "min", 6e7, "hr", 3.6e9, "day", 8.64e10);

  /** The label of a paired ratio, as {@code PairedRatios} makes it. */
  private static final Pattern PAIR = Pattern.compile("typical\\.(\\w+)\\.([^/]+)/([^/]+)");

  private final long seed;

  JmhReader(long seed) {
    this.seed = seed;
  }

  /** Leaves out benchmarks of which no fork came to an end, and those that measure pairs. */
  List<Measured> read(Collection<RunResult> results) {
    List<Measured> measured = new ArrayList<>();
    for (RunResult result : results) {
      Map<Metric, ForkValues> figures = figures(result.getBenchmarkResults());
      if (!figures.isEmpty() && labels(result).isEmpty()) {
        measured.add(new Measured(benchmark(result), parameters(result), figures));
      }
    }
    return measured;
  }

  /** Returns the benchmarks that measure pairs. */
  List<PairedComparison> readPairs(Collection<RunResult> results) {
    return results.stream()
        .filter(result -> !labels(result).isEmpty())
        .map(
            result ->
                new PairedComparison(
                    benchmark(result),
                    parameters(result),
                    (int) result.getBenchmarkResults().stream().filter(f -> !isWarm(f)).count(),
                    ratios(result)))
        .toList();
  }

  private List<PairedRatio> ratios(RunResult result) {
    List<BenchmarkResult> warm =
        result.getBenchmarkResults().stream().filter(JmhReader::isWarm).toList();
    return warm.isEmpty()
        ? List.of()
        : labels(result).stream().map(label -> ratio(label, warm)).toList();
  }

  /**
   * A fork's value is the median of the half of its iterations in which a block of all cells took
   * the least time. In others a ratio can be off by a third, likely because other users of the
   * hardware slow one cell more than another.
   */
  private PairedRatio ratio(String label, List<BenchmarkResult> forks) {
    PairedSample.Builder sample = PairedSample.builder();
    List<Double> values = new ArrayList<>();
    for (BenchmarkResult fork : forks) {
      Collection<IterationResult> iterations = fork.getIterationResults();
      double[] ratios =
          iterations.stream()
              .sorted(Comparator.comparingDouble(JmhReader::slowness))
              .limit((iterations.size() + 1) / 2)
              .mapToDouble(i -> score(i, label).orElseThrow())
              .toArray();
      double typical = Median.withDefaults().evaluate(ratios);
      sample.add(values.size(), 0, 0, Math.log(typical));
      values.add(typical);
    }
    Matcher parts = PAIR.matcher(label);
    if (!parts.matches()) {
      throw new IllegalArgumentException(label);
    }
    return PairedRatio.of(
        parts.group(1), parts.group(2), parts.group(3), sample.build(), values, seed);
  }

  /** Orders iterations by time, whether the score is a time or a throughput. */
  private static double slowness(IterationResult iteration) {
    double score = iteration.getPrimaryResult().getScore();
    return iteration.getBenchmarkParams().getMode() == Mode.Throughput ? -score : score;
  }

  /** The labels of paired ratios; empty for a benchmark without them. */
  private static Set<String> labels(RunResult result) {
    Set<String> labels = new TreeSet<>();
    for (BenchmarkResult fork : result.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        for (String name : iteration.getSecondaryResults().keySet()) {
          String label = name.substring(Math.max(0, name.indexOf("typical.")));
          if (PAIR.matcher(label).matches()) {
            labels.add(label);
          }
        }
      }
    }
    return labels;
  }

  private static boolean isWarm(BenchmarkResult fork) {
    return fork.getIterationResults().stream().allMatch(i -> score(i, "warm").orElse(0) == 1);
  }

  private static Map<String, String> parameters(RunResult result) {
    BenchmarkParams params = result.getParams();
    Map<String, String> parameters = new TreeMap<>();
    params.getParamsKeys().forEach(key -> parameters.put(key, params.getParam(key)));
    return parameters;
  }

  /** Returns class and method, such as {@code RecordBenchmark.wrap}. */
  static String benchmark(RunResult result) {
    return shortName(result.getParams().getBenchmark());
  }

  private static String shortName(String qualified) {
    int method = qualified.lastIndexOf('.');
    return qualified.substring(qualified.lastIndexOf('.', method - 1) + 1);
  }

  private Map<Metric, ForkValues> figures(Collection<BenchmarkResult> forks) {
    Map<Metric, ForkValues> figures = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      double[] values =
          forks.stream()
              .map(BenchmarkResult::getIterationResults)
              .mapToDouble(fork -> metric == Metric.TIME ? micros(fork) : each(fork, metric))
              .filter(Double::isFinite)
              .toArray();
      if (values.length > 0) {
        figures.put(metric, ForkValues.of(values, seed));
      }
    }
    return figures;
  }

  /** The mean time of an operation, whatever unit and mode JMH used. */
  private static double micros(Collection<IterationResult> fork) {
    return fork.stream()
        .mapToDouble(iteration -> micros(iteration.getPrimaryResult()))
        .average()
        .orElse(Double.NaN);
  }

  private static double micros(Result<?> result) {
    String[] unit = result.getScoreUnit().split("/", -1);
    if (unit.length == 2 && unit[1].equals("op")) {
      return result.getScore() * MICROS.getOrDefault(unit[0], Double.NaN);
    }
    return unit.length == 2 && unit[0].equals("ops")
        ? MICROS.getOrDefault(unit[1], Double.NaN) / result.getScore()
        : Double.NaN;
  }

  /** A counter's sum over a fork, divided by the number of operations. */
  private static double each(Collection<IterationResult> fork, Metric metric) {
    String counter = metric.counter();
    double events =
        EVENTS.stream()
            .mapToDouble(label -> sum(fork, label))
            .filter(Double::isFinite)
            .findFirst()
            .orElse(Double.NaN);
    return sum(fork, counter) / events / (counter.endsWith("Nanos") ? NANOS_PER_MICRO : 1);
  }

  private static double sum(Collection<IterationResult> fork, String label) {
    ToDoubleFunction<IterationResult> score = i -> score(i, label).orElse(Double.NaN);
    return fork.isEmpty() ? Double.NaN : fork.stream().mapToDouble(score).sum();
  }

  /** JMH puts a dot before its profilers' labels in some versions, and the method in others. */
  @SuppressWarnings("rawtypes") // as IterationResult declares them
  private static OptionalDouble score(IterationResult iteration, String label) {
    return iteration.getSecondaryResults().entrySet().stream()
        .filter(e -> e.getKey().matches("(.*[:·])?" + Pattern.quote(label)))
        .map(Map.Entry::getValue)
        .mapToDouble(Result::getScore)
        .findFirst();
  }
}
