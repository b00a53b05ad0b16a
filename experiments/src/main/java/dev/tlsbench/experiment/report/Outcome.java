package dev.tlsbench.experiment.report;

import dev.tlsbench.report.Versions;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.folder.ResultFolder;
import java.util.Map;
import java.util.function.Function;

/**
 * What a command found: a value, and what makes a report of it.
 *
 * @param result all of it, as {@code result.json} has it
 * @param exitCode how the command ends
 * @param server product and version
 * @param report what it says
 * @param files others that belong to it, by their names
 */
public record Outcome(
    Record result,
    int exitCode,
    String server,
    Function<Environment, Document> report,
    Map<String, byte[]> files) {

  /**
   * Writes all of its files.
   *
   * @return the report
   */
  public Document write(ResultFolder folder) {
    Environment environment = Inventory.take(server, versions());
    Document document = report.apply(environment);
    folder.write(document, environment, result, files);
    return document;
  }

  /** Of this project and the libraries that it measures; SunJSSE has the version of the JDK. */
  public static Map<String, String> versions() {
    return Versions.read(Outcome.class);
  }
}
