package dev.tlsbench.jmh.report;

import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Versions;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.folder.Inventory;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.results.RunResult;

/**
 * The result of a run and its report.
 *
 * @param result the result, as {@code result.json} has it
 * @param environment the machine, and the JVM of the forks
 * @param document the report for readers
 */
public record SuiteReport(SuiteResult result, Environment environment, Document document) {
  /**
   * Makes the report of a run.
   *
   * @param set the name of the set of benchmarks, such as {@code quick}
   * @param seed of the order of the forks
   * @param results one for each benchmark with one set of parameters, each with its forks
   * @param absences the cells that this JVM could not run
   */
  public static SuiteReport of(
      RunRecord run, String set, long seed, Collection<RunResult> results, List<Absence> absences) {
    JmhReader metrics = new JmhReader(results);
    SuiteResult result = SuiteResult.of(run, set, seed, metrics, absences);
    Environment environment = environment(results);
    return new SuiteReport(
        result, environment, new SuiteDocument(result, environment, metrics).document());
  }

  /** Describes the machine, and the forks' JVM as JMH reports it. */
  private static Environment environment(Collection<RunResult> results) {
    Environment environment = Inventory.take(null, Versions.read(SuiteReport.class));
    // JMH does not report the vendor, which is taken from the JVM that started the forks.
    return results.stream()
        .map(RunResult::getParams)
        .findFirst()
        .map(
            params ->
                new Environment.Jdk(
                    params.getVmVersion(),
                    environment.jdk().vendor(),
                    params.getVmName(),
                    flags(results)))
        .map(environment::withJdk)
        .orElse(environment);
  }

  /**
   * Returns the flags of the forks. One that only some benchmarks have is followed by their names,
   * such as {@code -Xbatch (RecordPairs)}.
   */
  private static List<String> flags(Collection<RunResult> results) {
    Map<String, Set<String>> users = new TreeMap<>();
    Set<String> all = new TreeSet<>();
    for (RunResult result : results) {
      String benchmark = JmhReader.cell(result).method().replaceFirst("\\..*", "");
      all.add(benchmark);
      result.getParams().getJvmArgs().stream()
          .filter(flag -> flag.startsWith("-X") || flag.startsWith("--"))
          .map(Inventory::withoutPath)
          .forEach(flag -> users.computeIfAbsent(flag, none -> new TreeSet<>()).add(benchmark));
    }
    return users.entrySet().stream()
        .map(
            flag ->
                flag.getValue().equals(all)
                    ? flag.getKey()
                    : flag.getKey() + " (" + String.join(", ", flag.getValue()) + ")")
        .toList();
  }
}
