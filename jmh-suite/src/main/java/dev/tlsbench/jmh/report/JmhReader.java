package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.BenchmarkCell;
import dev.tlsbench.jmh.cell.RatioResult;
import dev.tlsbench.report.Unit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** The means over forks of JMH's results. */
final class JmhReader {
  /** The counters of operations, of which a benchmark has one at most. */
  private static final List<String> EVENTS = List.of("handshakes", "messages");

  /** The unit of counters, which JMH adds up over the iterations of a fork. */
  private static final String COUNT = "#";

  /** The share of an iteration in which compilers work, from which on it does not count. */
  private static final double COMPILING = 0.3;

  private static final double NANOS_PER_MICRO = 1e3;

  /** Ratios of paired benchmarks, controls among them. */
  final List<CellMetric> ratios = new ArrayList<>();

  /** Quantities of all other benchmarks. */
  final List<CellMetric> figures = new ArrayList<>();

  /** Warnings of forks that were left out. */
  final List<String> warnings = new ArrayList<>();

  /** Comparisons for which too few forks are left. */
  final List<String> problems = new ArrayList<>();

  JmhReader(Collection<RunResult> results) {
    for (RunResult result : results) {
      List<RatioResult> pairs = pairs(result);
      if (!pairs.isEmpty()) {
        readPairs(result, pairs);
      } else if (!result.getBenchmarkResults().isEmpty()) {
        readFigures(result);
      }
    }
  }

  private void readFigures(RunResult result) {
    add(result, "time", Unit.MICROS, JmhReader::micros);
    BenchmarkResult first = result.getBenchmarkResults().iterator().next();
    for (Result<?> other : first.getSecondaryResults().values()) {
      String label = other.getLabel();
      if (!COUNT.equals(other.getScoreUnit())) {
        String name = label + " [" + other.getScoreUnit() + "]";
        add(result, name, Unit.NUMBER, fork -> score(fork, label));
      } else if (label.endsWith("Nanos")) {
        String name = label.substring(0, label.length() - "Nanos".length());
        add(result, name, Unit.MICROS, fork -> each(fork, label) / NANOS_PER_MICRO);
      } else if (!EVENTS.contains(label)) {
        Unit unit = label.endsWith("Bytes") ? Unit.BYTES : Unit.NUMBER;
        add(result, label, unit, fork -> each(fork, label));
      }
    }
  }

  private void add(
      RunResult result, String name, Unit unit, ToDoubleFunction<BenchmarkResult> value) {
    List<Double> forks =
        result.getBenchmarkResults().stream()
            .mapToDouble(value)
            .filter(Double::isFinite)
            .boxed()
            .toList();
    if (!forks.isEmpty()) {
      figures.add(CellMetric.of(cell(result), name, "", "", forks, unit));
    }
  }

  private static double micros(BenchmarkResult fork) {
    double unit = fork.getParams().getTimeUnit().toNanos(1) / NANOS_PER_MICRO;
    double score = fork.getPrimaryResult().getScore();
    return fork.getParams().getMode() == Mode.Throughput ? unit / score : score * unit;
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

  private static List<RatioResult> pairs(RunResult result) {
    Map<String, RatioResult> pairs = new TreeMap<>();
    result.getBenchmarkResults().stream()
        .flatMap(fork -> fork.getIterationResults().stream())
        .flatMap(iteration -> iteration.getRawSecondaryResults().values().stream())
        .filter(RatioResult.class::isInstance)
        .map(RatioResult.class::cast)
        .forEach(pair -> pairs.put(pair.getLabel(), pair));
    return List.copyOf(pairs.values());
  }

  /** Leaves out forks whose code was still being compiled in most iterations. */
  private void readPairs(RunResult result, List<RatioResult> pairs) {
    BenchmarkCell cell = cell(result);
    Collection<BenchmarkResult> forks = result.getBenchmarkResults();
    List<List<IterationResult>> warm =
        forks.stream()
            .filter(fork -> 3 * warmIterations(fork).size() >= fork.getIterationResults().size())
            .map(JmhReader::warmIterations)
            .toList();
    if (warm.size() < forks.size()) {
      boolean tooFew = warm.size() < 2;
      (tooFew ? problems : warnings)
          .add(
              "%s: the code of %d of %d forks was still being compiled, since the machine was busy or is slow; give more warm-up iterations, such as -wi 6. %s"
                  .formatted(
                      cell.label(),
                      forks.size() - warm.size(),
                      forks.size(),
                      tooFew ? "Too few are left for a result." : "They are left out."));
    }
    if (!warm.isEmpty()) {
      for (RatioResult pair : pairs) {
        List<Double> values = warm.stream().map(fork -> ratio(fork, pair.getLabel())).toList();
        ratios.add(
            CellMetric.of(cell, pair.side(), pair.variant(), pair.baseline(), values, Unit.NUMBER));
      }
    }
  }

  private static List<IterationResult> warmIterations(BenchmarkResult fork) {
    return fork.getIterationResults().stream()
        .filter(iteration -> score(iteration, "compiling") < COMPILING)
        .toList();
  }

  /**
   * Returns a fork's value: the median over the half of its warm iterations with the fastest
   * blocks. In slower ones a ratio can be off by a third, probably because other users of the
   * hardware slow one cell more than another.
   */
  private static double ratio(List<IterationResult> iterations, String label) {
    double[] ratios =
        iterations.stream()
            .sorted(Comparator.comparingDouble(JmhReader::slowness))
            .limit((iterations.size() + 1) / 2)
            .mapToDouble(iteration -> score(iteration, label))
            .toArray();
    return Median.withDefaults().evaluate(ratios);
  }

  private static double score(IterationResult iteration, String label) {
    return Objects.requireNonNull(iteration.getSecondaryResults().get(label)).getScore();
  }

  /** Orders iterations by time, whether the score is a time or a throughput. */
  private static double slowness(IterationResult iteration) {
    double score = iteration.getPrimaryResult().getScore();
    return iteration.getBenchmarkParams().getMode() == Mode.Throughput ? -score : score;
  }

  static BenchmarkCell cell(RunResult result) {
    BenchmarkParams params = result.getParams();
    Map<String, String> parameters = new HashMap<>();
    params.getParamsKeys().forEach(key -> parameters.put(key, params.getParam(key)));
    return new BenchmarkCell(params.getBenchmark(), parameters);
  }
}
