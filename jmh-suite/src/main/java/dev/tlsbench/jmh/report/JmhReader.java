package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.BenchmarkCell;
import dev.tlsbench.jmh.cell.RatioResult;
import dev.tlsbench.report.Unit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** Converts JMH results to means over forks. */
final class JmhReader {
  /** The counters of operations, of which a benchmark has one at most. */
  private static final List<String> EVENTS = List.of("handshakes", "messages");

  /** The unit of counters, which JMH adds up over the iterations of a fork. */
  private static final String COUNT = "#";

  /** The share of an iteration in which compilers work, from which on it does not count. */
  private static final double COMPILING = 0.1;

  private static final double NANOS_PER_MICRO = 1e3;
  private static final Map<String, Double> MICROS =
      Map.of("ns", 1e-3, "us", 1.0, "ms", 1e3, "s", 1e6, "min", 6e7, "hr", 3.6e9, "day", 8.64e10);

  private JmhReader() {}

  /** Returns the quantities of all benchmarks but those that measure pairs. */
  static List<CellMetric> metrics(Collection<RunResult> results) {
    List<CellMetric> metrics = new ArrayList<>();
    for (RunResult result : results) {
      if (ratios(result).findAny().isEmpty()) {
        add(result, "time", Unit.MICROS, fork -> micros(fork.getPrimaryResult()), metrics);
        for (Result<?> other : secondary(result)) {
          String label = other.getLabel();
          if (!COUNT.equals(other.getScoreUnit())) {
            String name = label + " [" + other.getScoreUnit() + "]";
            add(result, name, Unit.NUMBER, fork -> score(fork, label), metrics);
          } else if (label.endsWith("Nanos")) {
            String name = label.substring(0, label.length() - "Nanos".length());
            add(result, name, Unit.MICROS, f -> each(f, label) / NANOS_PER_MICRO, metrics);
          } else if (!EVENTS.contains(label)) {
            Unit unit = label.endsWith("Bytes") ? Unit.BYTES : Unit.NUMBER;
            add(result, label, unit, fork -> each(fork, label), metrics);
          }
        }
      }
    }
    return metrics;
  }

  private static Collection<? extends Result<?>> secondary(RunResult result) {
    List<Result<?>> all = new ArrayList<>();
    result.getBenchmarkResults().stream()
        .limit(1)
        .forEach(fork -> fork.getSecondaryResults().values().forEach(all::add));
    return all;
  }

  private static void add(
      RunResult result,
      String name,
      Unit unit,
      ToDoubleFunction<BenchmarkResult> value,
      List<CellMetric> metrics) {
    List<Double> forks =
        result.getBenchmarkResults().stream()
            .mapToDouble(value)
            .filter(Double::isFinite)
            .boxed()
            .toList();
    if (!forks.isEmpty()) {
      metrics.add(new CellMetric(cell(result), name, ForkMean.of(forks, unit)));
    }
  }

  private static double micros(Result<?> result) {
    String[] unit = result.getScoreUnit().split("/", 2);
    return unit[0].equals("ops")
        ? MICROS.getOrDefault(unit[1], Double.NaN) / result.getScore()
        : result.getScore() * MICROS.getOrDefault(unit[0], Double.NaN);
  }

  /** Returns a counter's sum over a fork, divided by the number of operations. */
  private static double each(BenchmarkResult fork, String counter) {
    return score(fork, counter)
        / EVENTS.stream().mapToDouble(e -> score(fork, e)).filter(Double::isFinite).sum();
  }

  private static double score(BenchmarkResult fork, String label) {
    Result<?> result = fork.getSecondaryResults().get(label);
    return result == null ? Double.NaN : result.getScore();
  }

  /** Returns the benchmarks that measure pairs. */
  static List<PairedComparison> pairs(Collection<RunResult> results) {
    return results.stream()
        .filter(result -> ratios(result).findAny().isPresent())
        .map(JmhReader::comparison)
        .toList();
  }

  private static PairedComparison comparison(RunResult result) {
    List<BenchmarkResult> warm =
        result.getBenchmarkResults().stream()
            .filter(fork -> 3 * warmIterations(fork).size() >= fork.getIterationResults().size())
            .toList();
    Map<String, RatioResult> ratios = new TreeMap<>();
    ratios(result).forEach(ratio -> ratios.put(ratio.getLabel(), ratio));
    return new PairedComparison(
        cell(result),
        result.getBenchmarkResults().size() - warm.size(),
        warm.isEmpty()
            ? List.of()
            : ratios.values().stream().map(ratio -> ratio(ratio, warm)).toList());
  }

  private static List<IterationResult> warmIterations(BenchmarkResult fork) {
    return fork.getIterationResults().stream()
        .filter(iteration -> score(iteration, "compiling") < COMPILING)
        .toList();
  }

  /**
   * A fork's value is the median over the half of its warm iterations with the fastest blocks. In
   * slower ones a ratio can be off by a third, probably because other users of the hardware slow
   * one cell more than another.
   */
  private static VariantRatio ratio(RatioResult ratio, List<BenchmarkResult> forks) {
    List<Double> values = new ArrayList<>();
    for (BenchmarkResult fork : forks) {
      List<IterationResult> iterations = warmIterations(fork);
      double[] ratios =
          iterations.stream()
              .sorted(Comparator.comparingDouble(JmhReader::slowness))
              .limit((iterations.size() + 1) / 2)
              .mapToDouble(iteration -> score(iteration, ratio.getLabel()))
              .toArray();
      values.add(Median.withDefaults().evaluate(ratios));
    }
    return new VariantRatio(
        ratio.side(), ratio.variant(), ratio.baseline(), ForkMean.of(values, Unit.NUMBER));
  }

  private static double score(IterationResult iteration, String label) {
    return Objects.requireNonNull(iteration.getSecondaryResults().get(label)).getScore();
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

  static BenchmarkCell cell(RunResult result) {
    BenchmarkParams params = result.getParams();
    Map<String, String> parameters = new TreeMap<>();
    params.getParamsKeys().forEach(key -> parameters.put(key, params.getParam(key)));
    return BenchmarkCell.of(params.getBenchmark(), parameters);
  }
}
