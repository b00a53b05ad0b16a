package dev.tlsbench.jmh.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;

/**
 * A run of JMH as it ended.
 *
 * @param set the name of the set of benchmarks, such as {@code quick}
 * @param command repeats the run
 * @param started when it began
 * @param took its duration
 * @param seed of the bootstrap, and of the order of the forks
 * @param results one for each benchmark with one set of parameters, each with its forks
 * @param absences what this JVM could not run
 * @param problems why the run did not come to its end; empty if it did
 */
public record RunRecord(
    String set,
    String command,
    Instant started,
    Duration took,
    long seed,
    Collection<RunResult> results,
    List<Absence> absences,
    List<String> problems) {
  /** Copies the collections. */
  public RunRecord {
    results = List.copyOf(results);
    absences = List.copyOf(absences);
    problems = List.copyOf(problems);
  }
}
