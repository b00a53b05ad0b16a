package dev.tlsbench.jmh.run;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A benchmark method with one value for each of its parameters: one row of JMH's results.
 *
 * @param benchmark the qualified name of the method
 * @param parameters values by the parameter's name
 */
public record BenchmarkCell(String benchmark, SortedMap<String, String> parameters) {
  /** Copies the parameters. */
  public BenchmarkCell {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
  }

  /** Makes a cell. */
  public static BenchmarkCell of(String benchmark, Map<String, String> parameters) {
    return new BenchmarkCell(benchmark, new TreeMap<>(parameters));
  }

  /** The same but for one value. */
  public BenchmarkCell with(String parameter, String value) {
    SortedMap<String, String> changed = new TreeMap<>(parameters);
    changed.put(parameter, value);
    return new BenchmarkCell(benchmark, changed);
  }

  /**
   * The class and the method, without the package.
   *
   * @return such as {@code RecordBenchmark.wrap}
   */
  public String method() {
    return simpleName(benchmark);
  }

  /**
   * The cell as people read it.
   *
   * @return such as {@code RecordBenchmark.wrap provider=jdk size=1024}
   */
  public String label() {
    return label(method(), parameters);
  }

  static String label(String method, Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(parameter -> " " + parameter.getKey() + "=" + parameter.getValue())
        .collect(Collectors.joining("", method, ""));
  }

  static String simpleName(String benchmark) {
    int method = benchmark.lastIndexOf('.');
    return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
  }
}
