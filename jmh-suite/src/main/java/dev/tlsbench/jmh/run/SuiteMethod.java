package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.jmh.cell.BenchmarkCell;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * A method with {@code @Benchmark}, as its annotations describe it.
 *
 * @param parameters every value of each parameter, the usual one first
 */
public record SuiteMethod(BenchmarkListEntry entry, SortedMap<String, List<String>> parameters) {
  /** The time to start a JVM and to set up a benchmark: 5.1 s in the quick set. */
  private static final Duration START_UP = Duration.ofSeconds(5);

  /**
   * Finds methods by JMH's rule: the qualified name contains a match of a pattern.
   *
   * @param includes none for all methods
   */
  public static List<SuiteMethod> find(List<String> includes, List<String> excludes) {
    try {
      return BenchmarkList.defaultList()
          .find(
              OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
              includes,
              excludes)
          .stream()
          .map(SuiteMethod::of)
          .toList();
    } catch (PatternSyntaxException e) {
      throw new InvalidSettingException(
          "pattern: '" + e.getPattern() + "' is no regular expression: " + e.getDescription(), e);
    }
  }

  private static SuiteMethod of(BenchmarkListEntry entry) {
    SortedMap<String, List<String>> parameters = new TreeMap<>();
    entry.getParams().orElse(Map.of()).forEach((k, v) -> parameters.put(k, List.of(v)));
    return new SuiteMethod(entry, parameters);
  }

  public String name() {
    return entry.getUsername();
  }

  /** Returns the cells with every combination of some values. */
  public List<BenchmarkCell> cells(Map<String, List<String>> chosen) {
    List<BenchmarkCell> cells = List.of(new BenchmarkCell(name(), Map.of()));
    for (Map.Entry<String, List<String>> parameter : chosen.entrySet()) {
      List<BenchmarkCell> longer = new ArrayList<>();
      for (BenchmarkCell cell : cells) {
        parameter.getValue().forEach(value -> longer.add(cell.with(parameter.getKey(), value)));
      }
      cells = longer;
    }
    return cells;
  }

  boolean has(String parameter, String value) {
    return parameters.getOrDefault(parameter, List.of()).contains(value);
  }

  /** Returns the reason of the benchmark's class why a cell cannot run on this JVM. */
  @SuppressWarnings("unchecked")
  public Optional<String> absence(BenchmarkCell cell) {
    try {
      return (Optional<String>)
          Class.forName(entry.getUserClassQName())
              .getMethod("absence", Map.class)
              .invoke(null, cell.parameters());
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(cell.label() + ": " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(cell.label() + ": " + e, e);
    }
  }

  int forks() {
    return entry.getForks().orElse(Defaults.MEASUREMENT_FORKS);
  }

  /**
   * Returns the duration of one fork by the options, or else by the annotations, of which each
   * benchmark has all.
   */
  Duration fork(Options options) {
    int warmups = options.getWarmupIterations().orElse(entry.getWarmupIterations().get());
    TimeValue warmup = options.getWarmupTime().orElse(entry.getWarmupTime().get());
    int iterations =
        options.getMeasurementIterations().orElse(entry.getMeasurementIterations().get());
    TimeValue iteration = options.getMeasurementTime().orElse(entry.getMeasurementTime().get());
    return START_UP.plusNanos(warmups * nanos(warmup) + iterations * nanos(iteration));
  }

  private static long nanos(TimeValue time) {
    return time.convertTo(TimeUnit.NANOSECONDS);
  }
}
