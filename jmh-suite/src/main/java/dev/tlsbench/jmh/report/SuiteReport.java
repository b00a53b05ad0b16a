package dev.tlsbench.jmh.report;

import dev.tlsbench.report.Versions;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.folder.ResultFolder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/**
 * The result of a run and its report.
 *
 * @param result the result, as {@code result.json} has it
 * @param environment the machine, and the JVM of the forks
 * @param document the report for readers
 */
public record SuiteReport(SuiteResult result, Environment environment, Document document) {
  public static SuiteReport of(JmhRun run) {
    SuiteResult result =
        SuiteResult.of(run, JmhReader.read(run.results()), JmhReader.readPairs(run.results()));
    Environment environment = environment(run);
    return new SuiteReport(result, environment, SuiteDocument.of(result, environment));
  }

  /**
   * Writes all files of the result.
   *
   * @param more further files of the result, by name
   * @throws dev.tlsbench.report.folder.UnusableFolderException if they cannot be written
   */
  public void write(ResultFolder folder, Map<String, byte[]> more) {
    folder.write(document, environment, result, more);
  }

  private static Environment environment(JmhRun run) {
    Environment environment = Inventory.take(null, Versions.read(SuiteReport.class));
    return run.results().stream()
        .map(RunResult::getParams)
        .findFirst()
        .map(params -> environment.withJdk(jdk(params, run, environment.jdk().vendor())))
        .orElse(environment);
  }

  /** Describes the forks' JVM as JMH reports it, with the vendor of the JVM that started them. */
  private static Environment.Jdk jdk(BenchmarkParams params, JmhRun run, String vendor) {
    return new Environment.Jdk(
        params.getVmVersion(), vendor, params.getVmName(), flags(run.results()));
  }

  /**
   * Returns the flags of the forks. One that only some benchmarks have is followed by their names,
   * such as {@code -Xbatch (RecordPairs)}.
   */
  private static List<String> flags(Collection<RunResult> results) {
    Map<String, Set<String>> users = new TreeMap<>();
    Set<String> all = new TreeSet<>();
    for (RunResult result : results) {
      String benchmark = JmhReader.benchmark(result).replaceFirst("\\..*", "");
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
