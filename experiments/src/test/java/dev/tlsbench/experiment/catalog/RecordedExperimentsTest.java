package dev.tlsbench.experiment.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.experiment.report.ExperimentResult.Cell;
import dev.tlsbench.experiment.report.ExperimentResult.Table;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables of the published experiments from recorded results of version 2: each step's result of one
 * run of a {@link ShortExperiment} on embedded servers, without windows, settings and address of
 * the server. {@code mysql-go-tls} ran with {@code --legacy-tls} and 40 connections at either
 * delay.
 */
public class RecordedExperimentsTest {
  @TempDir private Path directory;

  private final Map<String, StepFigures> found = new HashMap<>();

  private List<Table> read(String name) throws IOException {
    Path folder = Path.of("src/test/resources/recorded", name);
    Experiment experiment =
        new Catalog(directory).read(ShortExperiment.write(directory, name).toString());
    for (String step : experiment.steps().keySet()) {
      Path file = folder.resolve(step).resolve("result.json");
      if (Files.exists(file)) {
        found.put(step, StepFigures.of(result(file)));
      }
    }
    return experiment.tables(found);
  }

  private static Record result(Path file) throws IOException {
    JsonNode tree = Json.mapper().readTree(Files.readAllBytes(file));
    boolean connect = tree.get("experiment").asText().equals("connect");
    // The recorded results are older than some optional fields.
    return Json.mapper()
        .readerFor(connect ? ConnectResult.class : Result.class)
        .without(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
        .readValue(tree);
  }

  /** Returns rows and columns without a figure. */
  public static List<String> empty(List<Table> tables) {
    List<String> empty = new ArrayList<>();
    for (Table table : tables) {
      for (List<Cell> row : table.rows()) {
        for (int column = 0; column < row.size(); column++) {
          if (row.get(column).text() == null && row.get(column).figure() == null) {
            empty.add(row.get(0).text() + ", " + table.columns().get(column));
          }
        }
      }
    }
    return empty;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apsaradb-mongodb-tls",
        "rds-mysql-tls-sysbench",
        "yugabytedb-tpcc-tls",
        "memsql-tls"
      })
  void hasEveryFigure(String name) throws Exception {
    assertThat(empty(read(name))).isEmpty();
  }

  /** The embedded MariaDB has no encryption keys, so half of it is left out. */
  @Test
  void leavesOutTablesThatTheServerCannotEncrypt() throws Exception {
    List<Table> tables = read("rds-mysql-tde");

    assertThat(found).hasSize(3);
    assertThat(found.values())
        .allSatisfy(
            step -> assertThat(step.leftOut().toString()).contains("on: ", "file_key_management"));
    assertThat(empty(tables))
        .hasSize(2 * 3 * 7)
        .allMatch(cell -> cell.matches("\\d+, oltp_\\w+(, on)?"));
    assertThat(tables.get(0).rows()).hasSize(7);
  }

  /**
   * wolfSSL resumes no session of TLS 1.3, and has no RC4; and the kernel counts a server's CPU
   * time in ticks of 10 ms, of which it saw none in some windows.
   */
  @Test
  void connectsReconnectsAndTransfersSuiteBySuite() throws Exception {
    List<Table> tables = read("mysql-go-tls");

    assertThat(empty(tables))
        .isNotEmpty()
        .allMatch(
            cell ->
                cell.matches(
                    "(TLSv1\\.3|tls13-\\S+), .*reconnecting.*|tls12-rc4, .*|.*, server CPU, .*"));
  }
}
