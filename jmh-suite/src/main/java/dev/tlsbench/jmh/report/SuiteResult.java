package dev.tlsbench.jmh.report;

import dev.tlsbench.report.RunRecord;
import java.util.List;

/**
 * The result of a run of the suite: the content of {@code result.json}.
 *
 * @param schemaVersion the version of {@code docs/schema/jmh.schema.json}
 * @param experiment always {@code jmh}
 * @param run the run, and whether its result can be used
 * @param set the name of the set of benchmarks
 * @param seed of the order of the forks
 * @param measured in the order of the set
 * @param pairs ratios that were measured within a JVM
 * @param absences the cells that this JVM could not run
 */
public record SuiteResult(
    int schemaVersion,
    String experiment,
    RunRecord run,
    String set,
    long seed,
    List<Measured> measured,
    List<PairedComparison> pairs,
    List<Absence> absences) {
  private static final int SCHEMA_VERSION = 3;

  static SuiteResult of(JmhRun run, List<Measured> measured, List<PairedComparison> pairs) {
    return new SuiteResult(
        SCHEMA_VERSION,
        "jmh",
        run.record()
            .and(
                pairs.stream()
                    .filter(PairedComparison::isTooCold)
                    .map(PairedComparison::cold)
                    .toList(),
                pairs.stream()
                    .filter(comparison -> comparison.coldForks() > 0 && !comparison.isTooCold())
                    .map(PairedComparison::cold)
                    .toList()),
        run.set(),
        run.seed(),
        measured,
        pairs,
        run.absences());
  }
}
