package dev.tlsbench.jmh.report;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;

/**
 * What a run measured, and how it came about.
 *
 * @param directory where the report goes; must exist
 * @param set the name of the set of benchmarks, such as {@code quick}
 * @param command how to repeat the run
 * @param started when it began
 * @param took how long it took
 * @param seed of the bootstrap, and of the order of the forks
 * @param results one for each benchmark with one set of parameters, each with its forks
 * @param absences what could not be run here
 * @param complete whether all that was planned ran to its end
 */
public record RunRecord(
    Path directory,
    String set,
    String command,
    Instant started,
    Duration took,
    long seed,
    Collection<RunResult> results,
    List<Absence> absences,
    boolean complete) {
  /**
   * Copies the collections.
   *
   * @param directory where the report goes
   * @param set the name of the set
   * @param command how to repeat the run
   * @param started when it began
   * @param took how long it took
   * @param seed of the bootstrap
   * @param results what was measured
   * @param absences what could not be
   * @param complete whether all that was planned ran
   */
  public RunRecord {
    results = List.copyOf(results);
    absences = List.copyOf(absences);
  }
}
