package dev.tlsbench.experiment.report;

import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Versions;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.folder.ResultFolder;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The outcome of a command, from which its files are written.
 *
 * @param result the content of {@code result.json}
 * @param run the part of the result that every command has
 * @param server product and version
 * @param jvmArguments of the JVMs that measured
 * @param files additional files, by their names
 */
public record Outcome(
    Record result,
    RunRecord run,
    String server,
    List<String> jvmArguments,
    Function<Environment, Document> report,
    Map<String, byte[]> files) {

  /** The outcome of a command that measures in its own JVM. */
  public Outcome(
      Record result,
      RunRecord run,
      String server,
      Function<Environment, Document> report,
      Map<String, byte[]> files) {
    this(result, run, server, Inventory.jvmArguments(), report, files);
  }

  /** Writes all files, and returns the report. */
  public Document write(ResultFolder folder) {
    Environment environment = Inventory.take(server, versions(), jvmArguments);
    Document document = report.apply(environment);
    folder.write(document, environment, result, files);
    return document;
  }

  /** Versions of this project and the libraries that it measures; SunJSSE has the JDK's version. */
  public static Map<String, String> versions() {
    return Versions.read(Outcome.class);
  }
}
