package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.benchmark.PairedBenchmark;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.TimeValue;

/** A method with {@code @Benchmark}, as its annotations describe it. Immutable. */
public final class BenchmarkMethod {
  /** The start of a JVM and the set-up of a benchmark. */
  private static final Duration START_UP = Duration.ofSeconds(1);

  private final BenchmarkListEntry entry;
  private final SortedMap<String, List<String>> parameters;

  private BenchmarkMethod(BenchmarkListEntry entry, SortedMap<String, List<String>> parameters) {
    this.entry = entry;
    this.parameters = Collections.unmodifiableSortedMap(parameters);
  }

  static BenchmarkMethod of(BenchmarkListEntry entry) {
    SortedMap<String, List<String>> parameters = new TreeMap<>();
    entry
        .getParams()
        .orElse(Map.of())
        .forEach((name, values) -> parameters.put(name, List.of(values)));
    return new BenchmarkMethod(entry, parameters);
  }

  /**
   * The qualified name.
   *
   * @return such as {@code dev.tlsbench.jmh.benchmark.RecordBenchmark.wrap}
   */
  public String name() {
    return entry.getUsername();
  }

  /** Every value of each parameter, as {@code @Param} lists them. */
  public SortedMap<String, List<String>> parameters() {
    return parameters;
  }

  /** All combinations of all values. */
  public List<BenchmarkCell> cells() {
    return cells(parameters);
  }

  List<BenchmarkCell> cells(Map<String, List<String>> chosen) {
    List<BenchmarkCell> cells = List.of(BenchmarkCell.of(name(), Map.of()));
    for (Map.Entry<String, List<String>> parameter : chosen.entrySet()) {
      List<BenchmarkCell> longer = new ArrayList<>();
      for (BenchmarkCell cell : cells) {
        parameter.getValue().forEach(value -> longer.add(cell.with(parameter.getKey(), value)));
      }
      cells = longer;
    }
    return cells;
  }

  /**
   * Asks the benchmark's class whether it can run on this JVM.
   *
   * @return why not; empty if it can
   * @throws IllegalStateException if the class cannot tell
   */
  @SuppressWarnings("unchecked")
  public Optional<String> absence(BenchmarkCell cell) {
    try {
      Method absence = Class.forName(entry.getUserClassQName()).getMethod("absence", Map.class);
      return (Optional<String>) absence.invoke(null, cell.parameters());
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          cell.label() + ": cannot tell whether it can run: " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(cell.label() + ": " + e, e);
    }
  }

  /** The number of forks that are measured, at least 1. */
  int forks(Options options) {
    return options.getForkCount().orElse(entry.getForks().orElse(Defaults.MEASUREMENT_FORKS));
  }

  /** The duration of one fork, by its annotations and by the options, which go before them. */
  Duration fork(Options options) {
    int warmups =
        options
            .getWarmupIterations()
            .orElse(entry.getWarmupIterations().orElse(Defaults.WARMUP_ITERATIONS));
    TimeValue warmup =
        options.getWarmupTime().orElse(entry.getWarmupTime().orElse(Defaults.WARMUP_TIME));
    int measurements =
        options
            .getMeasurementIterations()
            .orElse(entry.getMeasurementIterations().orElse(Defaults.MEASUREMENT_ITERATIONS));
    TimeValue measurement =
        options
            .getMeasurementTime()
            .orElse(entry.getMeasurementTime().orElse(Defaults.MEASUREMENT_TIME));
    return START_UP
        .plus(PairedBenchmark.usualWarmUp(benchmark()))
        .plusNanos(warmups * nanos(warmup) + measurements * nanos(measurement));
  }

  private Class<?> benchmark() {
    try {
      return Class.forName(entry.getUserClassQName());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long nanos(TimeValue time) {
    return time.convertTo(TimeUnit.NANOSECONDS);
  }
}
