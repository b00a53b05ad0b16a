package dev.tlsbench.experiment.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.experiment.report.ExperimentResult.Cell;
import dev.tlsbench.experiment.report.ExperimentResult.Check;
import dev.tlsbench.experiment.report.ExperimentResult.Outcome;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Checks of the published experiments on recorded results: each step's result of one run on
 * embedded servers, {@code bin/tlsbench run NAME --scale 1e-9}, without windows, settings and
 * address of the server. {@code mysql-go-tls} ran with {@code --legacy-tls} and 40 connections at
 * either delay.
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

  private Map<String, Outcome> outcomes(Plan plan) {
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    for (Check check : plan.checks(found)) {
      outcomes.put(check.that(), check.outcome());
    }
    return outcomes;
  }

  @Test
  void connectsToMongoDbAsTheApsaraDbScriptDoes() throws Exception {
    Plan plan = read("apsaradb-mongodb-tls");

    assertThat(empty(plan))
        .containsExactly(
            "authentication, plain",
            "authentication, TLS, full handshake",
            "authentication, TLS, resumed");
    assertThat(plan.findings(found)).hasSize(2);
    assertThat(outcomes(plan).values())
        .as("the first of the intervals overlap: 15.1 to 23.0 ms and 11.9 to 17.2 ms")
        .containsExactly(Outcome.OPEN, Outcome.HOLDS, Outcome.HOLDS, Outcome.HOLDS, Outcome.HOLDS);
  }

  /** Two forks of a few epochs: intervals from a quarter to seven times. */
  @Test
  void runsSysbenchsTransactionsOverTls() throws Exception {
    Plan plan = read("rds-mysql-tls-sysbench");

    assertThat(empty(plan)).containsExactly("plain, 95th percentile, against plain");
    assertThat(plan.findings(found)).hasSize(2);
    assertThat(outcomes(plan).values()).containsExactly(Outcome.OPEN, Outcome.OPEN);
  }

  @Test
  void runsTheTransactionsOfTpcC() throws Exception {
    Plan plan = read("yugabytedb-tpcc-tls");

    assertThat(empty(plan)).isEmpty();
    assertThat(plan.findings(found)).hasSize(2);
    assertThat(plan.tables(found).get(2).rows()).as("a row for each transaction").hasSize(5);
    assertThat(outcomes(plan).values()).as("one fork").containsExactly(Outcome.OPEN);
  }

  @Test
  void loadsAndReadsTerrainPoints() throws Exception {
    Plan plan = read("memsql-tls");

    assertThat(empty(plan)).isEmpty();
    assertThat(plan.findings(found)).hasSize(2);
    assertThat(outcomes(plan).values()).containsExactly(Outcome.OPEN);
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
    assertThat(plan.findings(found)).isEmpty();
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
    assertThat(plan.findings(found)).hasSize(4);
    Map<String, Outcome> outcomes = outcomes(plan);
    assertThat(outcomes)
        .hasSize(18)
        .containsEntry(
            "TLSv1.2: a new connection takes longer than reconnecting with a session",
            Outcome.HOLDS)
        .containsEntry(
            "TLSv1.2: reconnecting with a session takes more of the client's CPU than connecting"
                + " without TLS",
            Outcome.HOLDS)
        .containsEntry(
            "TLSv1.3: a new connection takes longer than reconnecting with a session",
            Outcome.LEFT_OUT);
    assertThat(outcomes.entrySet().stream().filter(check -> check.getKey().startsWith("A dump")))
        .as("there was one fork")
        .hasSize(5)
        .allMatch(check -> check.getValue() == Outcome.OPEN);
    assertThat(outcomes.entrySet().stream().filter(check -> check.getKey().startsWith("Round")))
        .as("the machine was busy: half of the handshakes were disturbed by milliseconds")
        .hasSize(4)
        .allMatch(
            check ->
                check.getValue()
                    == (check.getKey().contains("resumed handshake of TLSv1.3")
                        ? Outcome.LEFT_OUT
                        : Outcome.OPEN));
  }
}
