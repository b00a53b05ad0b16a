package dev.tlsbench.jmh.report;

import dev.tlsbench.report.ExitCode;
import java.util.List;

/**
 * All that a run of the suite found, as {@code result.json} has it.
 *
 * @param schemaVersion of {@code docs/schema/jmh.schema.json}
 * @param experiment always {@code jmh}
 * @param set the name of the set of benchmarks
 * @param command repeats the run
 * @param started in UTC
 * @param durationSeconds without {@code openssl speed}
 * @param seed of the bootstrap, and of the order of the forks
 * @param complete whether all forks ran
 * @param exitCode 4 if the result must not be used
 * @param problems why it must not be used
 * @param measured in the order of the set
 * @param absences what this JVM could not run
 * @param openssl how fast OpenSSL is on this machine
 */
public record SuiteResult(
    int schemaVersion,
    String experiment,
    String set,
    String command,
    String started,
    double durationSeconds,
    long seed,
    boolean complete,
    int exitCode,
    List<String> problems,
    List<Measured> measured,
    List<Absence> absences,
    OpenSslSpeeds openssl) {
  private static final int SCHEMA_VERSION = 1;

  static SuiteResult of(RunRecord run, List<Measured> measured, OpenSslSpeeds openssl) {
    boolean complete = run.problems().isEmpty();
    return new SuiteResult(
        SCHEMA_VERSION,
        "jmh",
        run.set(),
        run.command(),
        run.started().toString(),
        run.took().toMillis() / 1e3,
        run.seed(),
        complete,
        complete ? ExitCode.DONE : ExitCode.UNUSABLE,
        run.problems(),
        measured,
        run.absences(),
        openssl);
  }
}
