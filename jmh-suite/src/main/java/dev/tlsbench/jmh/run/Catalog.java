package dev.tlsbench.jmh.run;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The benchmarks that exist, with every value of their parameters: what JMH's annotation processor
 * found, so that nothing has to be listed twice. Immutable.
 */
public final class Catalog {
  private static final String SUITE = "dev.tlsbench.jmh.benchmark.";

  private final Map<String, BenchmarkMethod> methods = new TreeMap<>();

  private Catalog(Predicate<String> classes) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    BenchmarkList.defaultList()
        .getAll(OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT), List.of())
        .stream()
        .filter(entry -> classes.test(entry.getUserClassQName()))
        .forEach(this::add);
  }

  /**
   * The benchmarks of this suite.
   *
   * @throws IllegalStateException if a class of them cannot be loaded
   */
  public static Catalog ofSuite() {
    return new Catalog(name -> name.startsWith(SUITE));
  }

  /** The benchmarks of one class. */
  public static Catalog of(Class<?> benchmarks) {
    return new Catalog(benchmarks.getName()::equals);
  }

  private void add(BenchmarkListEntry entry) {
    methods.putIfAbsent(entry.getUsername(), BenchmarkMethod.of(entry));
  }

  /** All benchmark methods. */
  public List<BenchmarkMethod> methods() {
    return new ArrayList<>(methods.values());
  }

  /**
   * Finds one by its short name.
   *
   * @param simpleName such as {@code RecordBenchmark.wrap}
   * @return the method; empty if there is none
   */
  Optional<BenchmarkMethod> find(String simpleName) {
    return methods.values().stream()
        .filter(method -> BenchmarkCell.simpleName(method.name()).equals(simpleName))
        .findFirst();
  }

  /** The method of a cell. */
  BenchmarkMethod method(BenchmarkCell cell) {
    BenchmarkMethod method = methods.get(cell.benchmark());
    if (method == null) {
      throw new IllegalArgumentException("there is no benchmark " + cell.benchmark());
    }
    return method;
  }
}
