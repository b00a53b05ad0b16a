package dev.tlsbench.jmh.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** One benchmark with one set of parameters: what its forks measured. */
final class Cell {
  private final String benchmark;
  private final Map<String, String> parameters = new TreeMap<>();
  private final List<Collection<IterationResult>> forks = new ArrayList<>();

  Cell(RunResult result) {
    BenchmarkParams params = result.getParams();
    this.benchmark = shortName(params.getBenchmark());
    for (String key : params.getParamsKeys()) {
      parameters.put(key, params.getParam(key));
    }
    for (BenchmarkResult fork : result.getBenchmarkResults()) {
      if (!fork.getIterationResults().isEmpty()) {
        forks.add(fork.getIterationResults());
      }
    }
  }

  private static String shortName(String qualified) {
    int method = qualified.lastIndexOf('.');
    return qualified.substring(qualified.lastIndexOf('.', method - 1) + 1);
  }

  /** Class and method, without the package. */
  String benchmark() {
    return benchmark;
  }

  Map<String, String> parameters() {
    return Map.copyOf(parameters);
  }

  /** The value of a parameter; empty if the benchmark has none of that name. */
  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  /** Whether the cell has these parameters, among others. */
  boolean has(Map<String, String> some) {
    return some.entrySet().stream().allMatch(e -> parameter(e.getKey()).equals(e.getValue()));
  }

  int forks() {
    return forks.size();
  }

  /** Time for one operation, in nanoseconds, whatever unit and mode JMH was told to use. */
  Optional<Figure> nanos() {
    return figure(fork -> mean(fork, i -> Units.nanos(i.getPrimaryResult()).orElse(Double.NaN)));
  }

  /** A secondary result, such as {@code gc.alloc.rate.norm}, in its own unit. */
  Optional<Figure> secondary(String label) {
    return figure(fork -> mean(fork, i -> score(i, label).orElse(Double.NaN)));
  }

  /** What a counter summed up over a fork, for each event that another one counted. */
  Optional<Figure> each(String counter, String events) {
    return figure(fork -> sum(fork, counter) / sum(fork, events));
  }

  private Optional<Figure> figure(Function<Collection<IterationResult>, Double> ofFork) {
    double[] values = forks.stream().mapToDouble(ofFork::apply).filter(Double::isFinite).toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(new Figure(values));
  }

  private static double mean(
      Collection<IterationResult> fork, ToDoubleFunction<IterationResult> ofIteration) {
    return fork.stream().mapToDouble(ofIteration).average().orElse(Double.NaN);
  }

  private static double sum(Collection<IterationResult> fork, String label) {
    return fork.stream().mapToDouble(i -> score(i, label).orElse(Double.NaN)).sum();
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
