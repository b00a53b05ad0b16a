package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.experiment.Schemas;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The folder that a run of an experiment left, of the form that it must have. The verdicts of its
 * checks depend on the machine; {@code RecordedExperimentsTest} has their logic.
 *
 * @param folder of the result
 * @param result its {@code result.json}
 */
record ExperimentRun(Path folder, JsonNode result) {
  /** The smallest, at which every quantity has its least value. */
  static final String SCALE = "1e-9";

  /**
   * Reads a result.
   *
   * @param output the folder in which the only result is
   */
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

  /** Rows and columns of which there is no figure. */
  List<String> empty() {
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

  /** The names of the checks. */
  List<String> checks() {
    return result.at("/checks").findValuesAsText("that");
  }

  /** The outcomes of the checks, in their order. */
  List<String> outcomes() {
    return result.at("/checks").findValuesAsText("outcome");
  }
}
