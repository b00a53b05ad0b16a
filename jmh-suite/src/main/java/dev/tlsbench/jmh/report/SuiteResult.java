package dev.tlsbench.jmh.report;

import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.RunRecord;
import java.util.List;
import java.util.stream.Stream;

/**
 * The result of a run of the suite: the content of {@code result.json}. The values of the forks are
 * in {@code jmh.json}.
 *
 * @param schemaVersion the version of {@code docs/schema/jmh.schema.json}
 * @param experiment always {@code jmh}
 * @param run the run, and whether its result can be used
 * @param set the name of the set of benchmarks
 * @param seed of the order of the forks
 * @param figures ratios that were measured within a JVM, then the quantities of single cells
 * @param absences the cells that this JVM could not run
 */
public record SuiteResult(
    int schemaVersion,
    String experiment,
    RunRecord run,
    String set,
    long seed,
    List<NamedFigure> figures,
    List<Absence> absences) {
  private static final int SCHEMA_VERSION = 4;

  static SuiteResult of(
      RunRecord run, String set, long seed, JmhReader metrics, List<Absence> absences) {
    return new SuiteResult(
        SCHEMA_VERSION,
        "jmh",
        run.and(metrics.problems, metrics.warnings),
        set,
        seed,
        Stream.of(metrics.ratios, metrics.figures)
            .flatMap(List::stream)
            .map(CellMetric::named)
            .toList(),
        List.copyOf(absences));
  }
}
