package dev.tlsbench.jmh.report;

import java.io.IOException;
import java.nio.file.Files;

/** The report of a run. */
public final class Report {
  private final String text;

  private Report(String text) {
    this.text = text;
  }

  /**
   * Writes the report's files into the folder of the run.
   *
   * @param run the run
   * @return the report
   * @throws IOException if a file cannot be written
   */
  public static Report write(RunRecord run) throws IOException {
    StringBuilder text = new StringBuilder();
    if (!run.complete()) {
      text.append("INCOMPLETE: not all forks ran.\n");
    }
    run.results()
        .forEach(
            result ->
                text.append(result.getParams().id())
                    .append("  ")
                    .append(result.getPrimaryResult())
                    .append('\n'));
    Files.writeString(run.directory().resolve("report.md"), text);
    Files.writeString(run.directory().resolve("environment.json"), "{}\n");
    return new Report(text.toString());
  }

  /**
   * The tables as text for a terminal.
   *
   * @return lines
   */
  public String console() {
    return text;
  }
}
