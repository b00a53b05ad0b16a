package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.cell.Cell;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The benchmarks that JMH's annotation processor found, with every value of their parameters.
 * Immutable.
 */
public final class Catalog {
  private final Map<String, BenchmarkMethod> methods = new TreeMap<>();

  private Catalog(Predicate<String> classes) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    BenchmarkList.defaultList()
        .getAll(OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT), List.of())
        .stream()
        .filter(entry -> classes.test(entry.getUserClassQName()))
        .forEach(entry -> methods.putIfAbsent(entry.getUsername(), BenchmarkMethod.of(entry)));
  }

  public static Catalog ofSuite() {
    return new Catalog(name -> name.startsWith("dev.tlsbench.jmh.benchmark."));
  }

  public static Catalog of(Class<?> benchmarks) {
    return new Catalog(benchmarks.getName()::equals);
  }

  public List<BenchmarkMethod> methods() {
    return List.copyOf(methods.values());
  }

  /** Returns the method with a name such as {@code RecordBenchmark.wrap}. */
  BenchmarkMethod find(String simpleName) {
    return methods.values().stream()
        .filter(method -> Cell.simpleName(method.name()).equals(simpleName))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no benchmark " + simpleName));
  }

  BenchmarkMethod method(Cell cell) {
    return find(cell.method());
  }
}
