package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.embedded.EmbeddedMongo;
import dev.tlsbench.embedded.EmbeddedMySql;
import dev.tlsbench.experiment.Schemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The published experiments, each to its end, at a scale that says nothing but that it works. */
@Timeout(600)
class RunCommandTest {
  private static final double TINY = 0.00001;

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedMySql mySql;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @BeforeAll
  static void start() throws IOException {
    mySql = EmbeddedMySql.builder().start();
  }

  @AfterAll
  static void stop() {
    mySql.close();
  }

  private JsonNode run(String name, String url) throws IOException {
    CommandRun run =
        CommandRun.of(
            "run", name, url, "--scale", Double.toString(TINY), "--output", directory.toString());
    // Intervals of so short a run may hold what they should not.
    assertThat(run.exitCode()).as(run.err() + run.out()).isIn(0, 4);
    Path folder = folder();
    assertThat(folder.resolve("report.md")).content().contains("## The figures");
    JsonNode result = new ObjectMapper().readTree(folder.resolve("experiment.json").toFile());
    for (JsonNode table : result.at("/tables")) {
      assertThat(folder.resolve("report.html")).content().contains(table.at("/title").asText());
    }
    assertThat(Schemas.violations(result, "experiment.schema.json")).isEmpty();
    return result;
  }

  private Path folder() throws IOException {
    try (Stream<Path> folders = Files.list(directory)) {
      List<Path> all = folders.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  /** Rows and columns of which there is no figure. */
  private static List<String> empty(JsonNode result) {
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

  private static Map<String, String> outcomes(JsonNode result) {
    Map<String, String> outcomes = new TreeMap<>();
    result
        .at("/checks")
        .forEach(check -> outcomes.put(check.at("/that").asText(), check.at("/outcome").asText()));
    return outcomes;
  }

  @Test
  void connectsToMongoDbAsTheApsaraDbScriptDoes() throws IOException {
    try (EmbeddedMongo server = EmbeddedMongo.builder().allowPlain().start()) {
      JsonNode result = run("apsaradb-mongodb-tls", server.url());
      assertThat(empty(result))
          .containsExactly(
              "authentication, plain",
              "authentication, TLS, full handshake",
              "authentication, TLS, resumed");
      assertThat(outcomes(result))
          .containsEntry(
              "A connection with a full handshake takes more of the client's CPU than one with a"
                  + " resumed session",
              "holds")
          .containsEntry(
              "A connection with a resumed session takes more of the client's CPU than one without"
                  + " TLS",
              "holds")
          .containsEntry(
              "A connection with a resumed session takes longer than one without TLS", "holds")
          .doesNotContainValue("fails");
    }
  }

  @Test
  void runsSysbenchsTransactionsOverTls() throws IOException {
    JsonNode result = run("rds-mysql-tls-sysbench", mySql.url());
    assertThat(empty(result)).containsExactly("plain, 95th percentile, against plain");
    assertThat(outcomes(result)).doesNotContainValue("fails").doesNotContainValue("leftOut");
  }

  @Test
  void listsWhatThereIs() {
    CommandRun run = CommandRun.of("run");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines().map(line -> line.split(" ", 2)[0]))
        .containsExactly(
            "apsaradb-mongodb-tls",
            "memsql-tls",
            "mysql-go-tls",
            "rds-mysql-tde",
            "rds-mysql-tls-sysbench");
  }

  @Test
  void refusesAnExperimentThatIsNotThere() {
    CommandRun run = CommandRun.of("run", "nonesuch");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("no experiment 'nonesuch'").contains("mysql-go-tls");
  }

  @Test
  void refusesADatabaseThatAnExperimentIsNotFor() {
    CommandRun run =
        CommandRun.of("run", "apsaradb-mongodb-tls", mySql.url(), "--output", directory.toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("runs on mongodb-tls");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void saysBeforeItLoadsThatTheDiskIsTooSmall() {
    CommandRun run =
        CommandRun.of(
            "run",
            "rds-mysql-tde",
            mySql.url(),
            "--scale",
            "100000",
            "--output",
            directory.toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).containsPattern("needs \\d+\\.\\d GiB of disk").doesNotContain("step 1");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void endsWithTheReasonIfNoStepCanRun() {
    CommandRun run =
        CommandRun.of(
            "run",
            "rds-mysql-tde",
            mySql.url(),
            "--scale",
            Double.toString(TINY),
            "--output",
            directory.toString());
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("file_key_management");
    assertThat(directory).isEmptyDirectory();
  }
}
