package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.jmh.cell.Cell;
import dev.tlsbench.jmh.cell.Usual;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A choice among all benchmarks with all values of their parameters. */
public enum BenchmarkSet {
  /** The lines of {@code quick.txt}, in fewer forks than their annotations have. */
  QUICK,
  /** The lines of {@code full.txt}. */
  FULL,
  /** Every combination of every value of every parameter: days. */
  ALL;

  private static final int QUICK_FORKS = 3;

  /**
   * Finds a set by its name on the command line, such as {@code quick}.
   *
   * @throws InvalidSettingException if there is no set of that name; the message lists the choices
   */
  public static BenchmarkSet of(String id) {
    return Arrays.stream(values())
        .filter(set -> set.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "--set: there is no set '" + id + "'; choose one of " + choices()));
  }

  static String choices() {
    return Arrays.stream(values()).map(BenchmarkSet::id).collect(Collectors.joining(", "));
  }

  /** Returns the name on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the cells of the set, each once, including those that cannot run on this JVM. */
  public List<Cell> cells(Catalog catalog) {
    Stream<Cell> cells =
        this == ALL
            ? catalog.methods().stream().flatMap(method -> method.cells().stream())
            : lines().stream().flatMap(line -> cells(line, catalog).stream());
    return cells.distinct().toList();
  }

  /**
   * Returns the forks of a cell.
   *
   * @param usual the forks of its annotation
   */
  int forks(int usual) {
    return this == QUICK ? QUICK_FORKS : usual;
  }

  private List<String> lines() {
    String name = id() + ".txt";
    try (InputStream text = Objects.requireNonNull(getClass().getResourceAsStream(name), name)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Expands a line of a set.
   *
   * @throws IllegalStateException if the line names a benchmark, a parameter or a value that does
   *     not exist
   */
  static List<Cell> cells(String line, Catalog catalog) {
    List<String> words = List.of(line.split(" +"));
    BenchmarkMethod method = catalog.find(words.get(0));
    Map<String, List<String>> chosen = new TreeMap<>();
    method
        .parameters()
        .forEach((name, all) -> chosen.put(name, List.of(Usual.value(name, all.get(0)))));
    for (String word : words.subList(1, words.size())) {
      String name = word.replaceFirst("=.*", "");
      List<String> all = method.parameters().get(name);
      if (all == null) {
        throw new IllegalStateException(method.name() + " has no parameter " + name);
      }
      List<String> values = List.of(word.substring(name.length() + 1).split(","));
      chosen.put(name, values.equals(List.of("*")) ? all : values);
    }
    chosen.forEach((name, values) -> refuseUnknown(method, name, values));
    return method.cells(chosen);
  }

  private static void refuseUnknown(BenchmarkMethod method, String name, List<String> values) {
    List<String> all = method.parameters().getOrDefault(name, List.of());
    List<String> unknown = new ArrayList<>(values);
    unknown.removeAll(all);
    if (!unknown.isEmpty()) {
      throw new IllegalStateException(
          method.name() + ": " + name + " has no value " + unknown.get(0) + " but " + all);
    }
  }
}
