package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.experiment.catalog.RecordedExperimentsTest;
import dev.tlsbench.experiment.catalog.ShortExperiment;
import dev.tlsbench.experiment.report.ExperimentResult.Table;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The result folder of an experiment, which must have all parts. */
record ExperimentRun(Path folder, JsonNode result) {
  private static final Pattern OF_BURSTS =
      Pattern.compile(
          "time of a typical|a typical query|\\(control\\), the same|, the control|, against no TLS$");

  /** Runs a short experiment that creates a folder in another one. */
  static ExperimentRun of(Path directory, String name, String url, String... more)
      throws IOException {
    Path output = Files.createDirectory(directory.resolve("results"));
    Path definition = ShortExperiment.writeToRun(directory, name);
    CommandRun.in(output, CommandRun.words("run", definition, url, more)).measured();
    return in(output);
  }

  /** Reads the only result in a folder. */
  static ExperimentRun in(Path output) throws IOException {
    Path folder = CommandRun.folder(output);
    JsonNode result = CommandRun.result(folder, "experiment");
    assertThat(folder.resolve("report.md")).content().contains("## The figures");
    for (JsonNode table : result.at("/tables")) {
      assertThat(folder.resolve("report.html")).content().contains(table.at("/title").asText());
    }
    for (JsonNode step : result.at("/steps")) {
      if (!step.at("/folder").isNull()) {
        assertThat(folder.resolve(step.at("/folder").asText())).isNotEmptyDirectory();
      }
    }
    return new ExperimentRun(folder, result);
  }

  /**
   * Returns rows and columns without a figure, except figures of bursts: on a machine that is busy
   * with other tests all epochs of a run may be left out.
   */
  List<String> empty() throws IOException {
    List<Table> tables = Json.mapper().readerForListOf(Table.class).readValue(result.get("tables"));
    return RecordedExperimentsTest.empty(tables).stream()
        .filter(cell -> !OF_BURSTS.matcher(cell).find())
        .toList();
  }
}
