package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.experiment.Schemas;
import dev.tlsbench.experiment.catalog.ShortExperiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    List<String> arguments =
        new ArrayList<>(List.of("run", ShortExperiment.write(directory, name).toString(), url));
    arguments.addAll(List.of(more));
    CommandRun run = CommandRun.in(output, arguments.toArray(String[]::new));
    // So short a run may be unusable.
    assertThat(run.exitCode()).as(run.err() + run.out()).isIn(0, 4);
    return in(output);
  }

  /** Reads the only result in a folder. */
  static ExperimentRun in(Path output) throws IOException {
    Path folder = CommandRun.folder(output);
    JsonNode result = new ObjectMapper().readTree(folder.resolve("result.json").toFile());
    assertThat(Schemas.violations(result, "experiment.schema.json")).isEmpty();
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
  List<String> empty() {
    return all().stream().filter(cell -> !OF_BURSTS.matcher(cell).find()).toList();
  }

  private List<String> all() {
    List<String> empty = new ArrayList<>();
    for (JsonNode table : result.at("/tables")) {
      for (JsonNode row : table.at("/rows")) {
        for (int column = 0; column < row.size(); column++) {
          if (row.get(column).at("/text").isNull() && row.get(column).at("/figure").isNull()) {
            empty.add(
                row.at("/0/text").asText() + ", " + table.at("/columns").get(column).asText());
          }
        }
      }
    }
    return empty;
  }
}
