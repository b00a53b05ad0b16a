package dev.tlsbench.jmh.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A part of a set: all combinations of some values of a few parameters, while the other parameters
 * keep their usual value. Immutable.
 */
final class Arm {
  private final List<String> methods;
  private final Map<String, List<String>> values;

  private Arm(List<String> methods, Map<String, List<String>> values) {
    this.methods = methods;
    this.values = Collections.unmodifiableMap(values);
  }

  /** The usual case of some methods. */
  static Arm of(String benchmark, String... methods) {
    return new Arm(Stream.of(methods).map(method -> benchmark + "." + method).toList(), Map.of());
  }

  /** Varies a parameter. */
  Arm with(String parameter, String... chosen) {
    Map<String, List<String>> more = new TreeMap<>(values);
    more.put(parameter, List.of(chosen));
    return new Arm(methods, more);
  }

  /** Varies a parameter over all values that it has. */
  Arm withEvery(String parameter) {
    return with(parameter);
  }

  /**
   * Expands the arm.
   *
   * @param usual the usual value of each parameter; its first value, where nothing is said
   * @return cells, the same one never twice
   * @throws IllegalStateException if the arm names a benchmark, a parameter or a value that does
   *     not exist
   */
  List<BenchmarkCell> cells(Catalog catalog, Map<String, String> usual) {
    List<BenchmarkCell> cells = new ArrayList<>();
    for (String name : methods) {
      BenchmarkMethod method =
          catalog
              .find(name)
              .orElseThrow(() -> new IllegalStateException("there is no benchmark " + name));
      cells.addAll(method.cells(choice(method, usual)));
    }
    return cells;
  }

  private SortedMap<String, List<String>> choice(
      BenchmarkMethod method, Map<String, String> usual) {
    SortedMap<String, List<String>> choice = new TreeMap<>();
    method.parameters().forEach((name, all) -> choice.put(name, choice(method, name, all, usual)));
    values.keySet().stream()
        .filter(name -> !choice.containsKey(name))
        .forEach(
            name -> {
              throw new IllegalStateException(method.name() + " has no parameter " + name);
            });
    return choice;
  }

  private List<String> choice(
      BenchmarkMethod method, String name, List<String> all, Map<String, String> usual) {
    List<String> chosen = values.get(name);
    if (chosen != null && chosen.isEmpty()) {
      return all;
    }
    if (chosen == null) {
      chosen = List.of(usual.getOrDefault(name, all.get(0)));
    }
    for (String value : chosen) {
      if (!all.contains(value)) {
        throw new IllegalStateException(
            method.name() + ": " + name + " has no value " + value + " but " + all);
      }
    }
    return chosen;
  }
}
