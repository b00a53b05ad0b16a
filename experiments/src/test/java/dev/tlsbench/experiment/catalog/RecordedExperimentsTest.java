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
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Tables of the published experiments from recorded results of version 2: each step's result of one
 * run on embedded servers, {@code bin/tlsbench run NAME --scale 1e-9}, without windows, settings
 * and address of the server. {@code mysql-go-tls} ran with {@code --legacy-tls} and 40 connections
 * at either delay.
 */
class RecordedExperimentsTest {
  private static final Catalog CATALOG = new Catalog(Path.of("catalog"));

  private final Map<String, StepFigures> found = new HashMap<>();

  private Plan read(String name) throws URISyntaxException, IOException {
    Path folder =
        Path.of(
            Objects.requireNonNull(RecordedExperimentsTest.class.getResource("/recorded/" + name))
                .toURI());
    Plan plan = CATALOG.read(name).plan(1e-9);
    for (Plan.Step step : plan.steps()) {
      Path file = folder.resolve(step.name()).resolve("result.json");
      if (Files.exists(file)) {
        found.put(step.name(), StepFigures.of(result(file)));
      }
    }
    return plan;
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
  private List<String> empty(Plan plan) {
    List<String> empty = new ArrayList<>();
    for (Table table : plan.tables(found)) {
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

  @Test
  void connectsToMongoDbAsTheApsaraDbScriptDoes() throws Exception {
    Plan plan = read("apsaradb-mongodb-tls");

    assertThat(empty(plan))
        .containsExactly(
            "authentication, plain",
            "authentication, TLS, full handshake",
            "authentication, TLS, resumed");
  }

  @Test
  void runsSysbenchsTransactionsOverTls() throws Exception {
    Plan plan = read("rds-mysql-tls-sysbench");

    assertThat(empty(plan)).containsExactly("plain, 95th percentile, against plain");
  }

  @Test
  void runsTheTransactionsOfTpcC() throws Exception {
    Plan plan = read("yugabytedb-tpcc-tls");

    assertThat(empty(plan)).isEmpty();
    assertThat(plan.tables(found).get(2).rows()).as("a row for each transaction").hasSize(5);
  }

  @Test
  void loadsAndReadsTerrainPoints() throws Exception {
    Plan plan = read("memsql-tls");

    assertThat(empty(plan)).isEmpty();
  }

  /** The embedded MariaDB has no encryption keys, so half of it is left out. */
  @Test
  void leavesOutTablesThatTheServerCannotEncrypt() throws Exception {
    Plan plan = read("rds-mysql-tde");

    assertThat(found).hasSize(3);
    assertThat(found.values())
        .allSatisfy(
            step -> assertThat(step.leftOut().toString()).contains("on: ", "file_key_management"));
    assertThat(empty(plan))
        .hasSize(3 * 7 * 7)
        .allMatch(cell -> cell.matches(".*(, on|on against off)"));
    Table table = plan.tables(found).get(0);
    assertThat(table.rows()).hasSize(7);
    assertThat(table.columns()).contains("TPS, off", "average latency, on", "CPU, off");
  }

  /**
   * wolfSSL resumes no session of TLS 1.3, and has no RC4; and the kernel counts a server's CPU
   * time in ticks of 10 ms, of which it saw none in some windows.
   */
  @Test
  void connectsReconnectsAndTransfersSuiteBySuite() throws Exception {
    Plan plan = read("mysql-go-tls");

    assertThat(empty(plan))
        .isNotEmpty()
        .allMatch(
            cell ->
                cell.matches(
                    "(TLSv1\\.3|tls13-\\S+), .*reconnecting.*|tls12-rc4, .*|.*, server CPU, .*"));
  }
}
