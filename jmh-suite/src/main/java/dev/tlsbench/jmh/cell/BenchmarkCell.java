package dev.tlsbench.jmh.cell;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A benchmark method with one value for each of its parameters: one row of JMH's results.
 *
 * @param benchmark the qualified name of the method
 * @param parameters values by the parameter's name, in the order of names
 */
public record BenchmarkCell(String benchmark, Map<String, String> parameters) {
  public BenchmarkCell {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  public BenchmarkCell with(String parameter, String value) {
    Map<String, String> changed = new TreeMap<>(parameters);
    changed.put(parameter, value);
    return new BenchmarkCell(benchmark, changed);
  }

  /** Returns class and method, such as {@code RecordBenchmark.wrap}. */
  public String method() {
    int method = benchmark.lastIndexOf('.');
    return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
  }

  /** Returns the parameters, such as {@code provider=jdk size=1024}. */
  public String words() {
    return parameters.entrySet().stream()
        .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
        .collect(Collectors.joining(" "));
  }

  /** Returns text such as {@code RecordBenchmark.wrap provider=jdk size=1024}. */
  public String label() {
    return (method() + " " + words()).stripTrailing();
  }
}
