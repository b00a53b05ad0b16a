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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The published experiments, each to its end, at a scale that is too small for any figure, but not
 * for what must come out on any machine.
 */
@Tag("any-jdk")
@Timeout(600)
class RunCommandTest {
  private static final double TINY = 1e-9;

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
    return result(folder());
  }

  private static JsonNode result(Path folder) throws IOException {
    assertThat(folder.resolve("report.md")).content().contains("## The figures");
    JsonNode result = new ObjectMapper().readTree(folder.resolve("experiment.json").toFile());
    for (JsonNode table : result.at("/tables")) {
      assertThat(folder.resolve("report.html")).content().contains(table.at("/title").asText());
    }
    assertThat(Schemas.violations(result, "experiment.schema.json")).isEmpty();
    return result;
  }

  private Path folder() throws IOException {
    return only(directory);
  }

  private static Path only(Path parent) throws IOException {
    try (Stream<Path> folders = Files.list(parent)) {
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
      // Times decide on these, and may leave them open where something else runs.
      assertThat(outcomes(result))
          .containsKeys(
              "A connection with a full handshake takes more of the client's CPU than one with a"
                  + " resumed session",
              "A connection with a resumed session takes more of the client's CPU than one without"
                  + " TLS",
              "A connection with a resumed session takes longer than one without TLS")
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
            "rds-mysql-tls-sysbench",
            mySql.url(),
            "--scale",
            "100000",
            "--output",
            directory.toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .containsPattern("needs up to \\d+\\.\\d GiB of disk")
        .doesNotContain("step 1");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void saysBeforeItLoadsThatThereIsTooLittleMemory() throws IOException {
    Path own =
        Files.writeString(
            directory.resolve("huge.yaml"),
            """
            title: Huge
            question: Does it fit?
            source: nowhere
            system: none
            bindings: [mysql-tls]
            scale: 0.1
            quantities:
              rows: {original: "1000000"}
            needs:
              memory:
                - {bytes: 1000000, of: [rows]}
            steps:
              - {name: never, run: connect}
            tables: []
            """);
    CommandRun run =
        CommandRun.of(
            "run", own.toString(), mySql.url(), "--output", directory.resolve("out").toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .containsPattern("needs up to \\d+\\.\\d GiB of memory")
        .doesNotContain("step 1");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  /** The embedded MariaDB keeps no keys, so that half of it is left out. */
  @Test
  void encryptsTablesOrSaysWhyItDoesNot() throws IOException {
    JsonNode result = run("rds-mysql-tde", mySql.url());
    assertThat(result.at("/steps")).hasSize(3);
    for (JsonNode step : result.at("/steps")) {
      assertThat(step.at("/leftOut").toString()).contains("on: ", "file_key_management");
    }
    assertThat(folder().resolve("report.md")).content().contains("file\\_key\\_management");
    assertThat(empty(result))
        .isNotEmpty()
        .allMatch(cell -> cell.matches(".*(, on|on against off)"));
    JsonNode table = result.at("/tables/0");
    assertThat(table.at("/rows")).hasSize(7);
    assertThat(table.at("/columns").toString())
        .contains("TPS, off", "average latency, on", "CPU, off", "memory, on");
  }

  @Test
  void loadsAndReadsTerrainPoints() throws IOException {
    JsonNode result = run("memsql-tls", mySql.url());
    assertThat(empty(result)).isEmpty();
    assertThat(outcomes(result)).doesNotContainValue("fails").doesNotContainValue("leftOut");
  }

  /** In a JVM of its own, which may still be allowed 3DES. */
  @Test
  void connectsReconnectsAndTransfersSuiteBySuite() throws Exception {
    Path errors = directory.resolve("err.txt");
    Path output = Files.createDirectory(directory.resolve("results"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dtlsbench.home=" + System.getProperty("tlsbench.home"),
                "-cp",
                System.getProperty("java.class.path"),
                Tlsbench.class.getName(),
                "run",
                "mysql-go-tls",
                mySql.url(),
                "--legacy-tls",
                "--scale",
                Double.toString(TINY),
                "--output",
                output.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(errors.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(errors)).isIn(0, 4);
    JsonNode result = result(only(output));
    assertThat(outcomes(result))
        .containsKeys(
            "TLSv1.2: a new connection takes more of the client's CPU than reconnecting with a"
                + " session",
            "TLSv1.2: reconnecting with a session takes more of the client's CPU than connecting"
                + " without TLS",
            "Round trips of a full handshake of TLS 1.2",
            "Round trips of a full handshake of TLS 1.3",
            "Round trips of a resumed handshake of TLSv1.2",
            "3DES takes more of the client's CPU for a dump than AES-128-GCM")
        // Times decide on these, and may leave them open where something else runs.
        .doesNotContainValue("fails");
    // MariaDB's wolfSSL resumes no session of TLS 1.3, and has no RC4; and the kernel counts a
    // server's CPU time in ticks of 10 ms, of which a slow machine may see none in so short a time.
    assertThat(empty(result))
        .allMatch(
            cell ->
                cell.matches(
                    "(TLSv1\\.3|tls13-\\S+), .*reconnecting.*|tls12-rc4, .*|.*, server CPU, .*"));
    assertThat(result.at("/steps").findValues("leftOut").toString())
        .contains("resumed no session", "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA");
  }
}
