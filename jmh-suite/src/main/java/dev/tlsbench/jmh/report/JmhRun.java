package dev.tlsbench.jmh.report;

import dev.tlsbench.report.RunRecord;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;

/**
 * The outcome of a run of JMH.
 *
 * @param set the name of the set of benchmarks, such as {@code quick}
 * @param seed of the order of the forks
 * @param results one for each benchmark with one set of parameters, each with its forks
 * @param absences the cells that this JVM could not run
 */
public record JmhRun(
    RunRecord record,
    String set,
    long seed,
    Collection<RunResult> results,
    List<Absence> absences) {
  public JmhRun {
    results = List.copyOf(results);
    absences = List.copyOf(absences);
  }
}
