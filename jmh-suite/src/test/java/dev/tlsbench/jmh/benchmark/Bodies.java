package dev.tlsbench.jmh.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.matrix.Selection;
import dev.tlsbench.jmh.cell.BenchmarkCell;
import dev.tlsbench.jmh.run.SuiteMethod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the bodies of a benchmark once for each of some parameter sets, in this JVM, through the
 * code that JMH generated.
 */
final class Bodies {
  private final List<String> failures = new ArrayList<>();
  private int run;

  private Bodies() {}

  /**
   * Runs the cells that a benchmark supports with some values of one parameter, every pair of its
   * parameters' values at least once, and fails with the list of failed cells.
   */
  static void run(Class<?> benchmark, String parameter, Predicate<String> chosen) {
    Bodies bodies = new Bodies();
    List<BenchmarkCell> supported = new ArrayList<>();
    for (SuiteMethod method : SuiteMethod.find(List.of(benchmark.getName()), List.of())) {
      method.cells(method.parameters()).stream()
          .filter(cell -> chosen.test(cell.parameters().getOrDefault(parameter, "")))
          .filter(cell -> method.absence(cell).isEmpty())
          .forEach(supported::add);
    }
    Selection.of(supported, Bodies::values).forEach(bodies::run);
    assertThat(bodies.failures).as("bodies that failed, of " + bodies.run).isEmpty();
    assertThat(bodies.run).as("bodies that ran").isPositive();
  }

  /** The methods of a benchmark share its parameters and set-up: the method is one more factor. */
  private static List<String> values(BenchmarkCell cell) {
    List<String> values = new ArrayList<>(cell.parameters().values());
    values.add(cell.benchmark());
    return values;
  }

  private void run(BenchmarkCell cell) {
    run++;
    try {
      Collection<RunResult> results = new Runner(once(cell)).run();
      assertThat(results).as(cell.label()).hasSize(1);
    } catch (RunnerException e) {
      Throwable cause = e;
      while (cause.getCause() != null || cause.getSuppressed().length > 0) {
        cause = cause.getCause() != null ? cause.getCause() : cause.getSuppressed()[0];
      }
      failures.add(cell.label() + ": " + cause);
    }
  }

  private static org.openjdk.jmh.runner.options.Options once(BenchmarkCell cell) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + cell.benchmark().replace(".", "\\.") + "$")
            .mode(Mode.SingleShotTime)
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(1)
            .shouldFailOnError(true)
            .shouldDoGC(false)
            .verbosity(VerboseMode.SILENT);
    cell.parameters().forEach(options::param);
    return options.build();
  }
}
