package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.benchmark.PairedBenchmark;
import dev.tlsbench.jmh.cell.Cell;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
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

/**
 * A method with {@code @Benchmark}, as its annotations describe it.
 *
 * @param parameters every value of each parameter, as {@code @Param} lists them
 */
public record BenchmarkMethod(
    BenchmarkListEntry entry, SortedMap<String, List<String>> parameters) {
  /** The time to start a JVM and set up a benchmark. */
  private static final Duration START_UP = Duration.ofSeconds(1);

  static BenchmarkMethod of(BenchmarkListEntry entry) {
    SortedMap<String, List<String>> parameters = new TreeMap<>();
    entry.getParams().orElse(Map.of()).forEach((k, v) -> parameters.put(k, List.of(v)));
    return new BenchmarkMethod(entry, parameters);
  }

  public String name() {
    return entry.getUsername();
  }

  public List<Cell> cells() {
    return cells(parameters);
  }

  List<Cell> cells(Map<String, List<String>> chosen) {
    List<Cell> cells = List.of(Cell.of(name(), Map.of()));
    for (Map.Entry<String, List<String>> parameter : chosen.entrySet()) {
      List<Cell> longer = new ArrayList<>();
      for (Cell cell : cells) {
        parameter.getValue().forEach(value -> longer.add(cell.with(parameter.getKey(), value)));
      }
      cells = longer;
    }
    return cells;
  }

  /** Returns the reason of the benchmark's class why a cell cannot run on this JVM. */
  @SuppressWarnings("unchecked")
  public Optional<String> absence(Cell cell) {
    try {
      return (Optional<String>)
          benchmark().getMethod("absence", Map.class).invoke(null, cell.parameters());
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(cell.label() + ": " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(cell.label() + ": " + e, e);
    }
  }

  int forks(Options options, BenchmarkSet set) {
    return options
        .getForkCount()
        .orElseGet(() -> set.forks(entry.getForks().orElse(Defaults.MEASUREMENT_FORKS)));
  }

  /**
   * Returns the duration of one fork by its annotations and by the options, which override them.
   */
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
