package dev.tlsbench.experiment.report;

import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Versions;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.json.Json;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The outcome of a command, from which its files are written. */
public record Outcome(
    Record result,
    RunRecord run,
    String server,
    List<String> jvmArguments,
    Function<Environment, Document> report,
    Map<String, byte[]> files) {

  /** The outcome of a command that measures in its own JVM. */
  public static <R extends Record> Outcome of(
      R result, RunRecord run, String server, BiFunction<R, Environment, Document> page) {
    return of(result, run, server, Inventory.jvmArguments(), page);
  }

  /** The outcome of a command that measures in other JVMs. */
  public static <R extends Record> Outcome of(
      R result,
      RunRecord run,
      String server,
      List<String> jvmArguments,
      BiFunction<R, Environment, Document> page) {
    return new Outcome(
        result,
        run,
        server,
        jvmArguments,
        environment -> page.apply(Json.asWritten(result), Json.asWritten(environment)),
        Map.of());
  }

  public Outcome with(Map<String, byte[]> more) {
    return new Outcome(result, run, server, jvmArguments, report, more);
  }

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
