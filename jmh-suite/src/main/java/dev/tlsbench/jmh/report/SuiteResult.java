package dev.tlsbench.jmh.report;

import dev.tlsbench.report.RunRecord;
import java.util.List;

/**
 * All that a run of the suite found, as {@code result.json} has it.
 *
 * @param schemaVersion of {@code docs/schema/jmh.schema.json}
 * @param experiment always {@code jmh}
 * @param run its duration is without {@code openssl speed}
 * @param set the name of the set of benchmarks
 * @param seed of the bootstrap, and of the order of the forks
 * @param measured in the order of the set
 * @param pairs ratios that were measured within a JVM
 * @param absences what this JVM could not run
 * @param openssl how fast OpenSSL is on this machine
 */
public record SuiteResult(
    int schemaVersion,
    String experiment,
    RunRecord run,
    String set,
    long seed,
    List<Measured> measured,
    List<PairedComparison> pairs,
    List<Absence> absences,
    OpenSslSpeeds openssl) {
  private static final int SCHEMA_VERSION = 2;

  static SuiteResult of(
      JmhRun run, List<Measured> measured, List<PairedComparison> pairs, OpenSslSpeeds openssl) {
    return new SuiteResult(
        SCHEMA_VERSION,
        "jmh",
        run.record()
            .and(
                pairs.stream()
                    .filter(PairedComparison::isTooCold)
                    .map(PairedSection::cold)
                    .toList(),
                pairs.stream()
                    .filter(comparison -> comparison.coldForks() > 0 && !comparison.isTooCold())
                    .map(PairedSection::cold)
                    .toList()),
        run.set(),
        run.seed(),
        measured,
        pairs,
        run.absences(),
        openssl);
  }
}
