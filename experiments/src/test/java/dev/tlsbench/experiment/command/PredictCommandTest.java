package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tlsbench.experiment.predict.MeasuredFolders;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("any-jdk")
@ExtendWith(ThreadForks.class)
class PredictCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  private CommandRun predict(String... more) throws IOException {
    return CommandRun.in(
        Files.createDirectories(directory.resolve("results")),
        CommandRun.words("predict", "--request", "300", "--reply", "4k", more));
  }

  private JsonNode result() throws IOException {
    return CommandRun.result(CommandRun.folder(directory.resolve("results")), "predict");
  }

  @Test
  void predictsFromFoldersAndWritesAFolder() throws IOException {
    Path messages = MeasuredFolders.comparison(directory.resolve("compare"), "MySQL 9.7.4");
    Path near = MeasuredFolders.connections(directory.resolve("connect"), "MySQL 9.7.4", 0);
    CommandRun run =
        predict(
            "--from",
            messages.toString(),
            "--from",
            near.toString(),
            "--rate 20000/s --operations-per-connection 50 --what-if resumption=on");

    assertThat(run.succeeded().out())
        .contains("cores of the server, added")
        .contains("tls13 adds ", "tls13, resumption=on");
    assertThat(result().get("figures")).isNotEmpty();
    Path folder = CommandRun.folder(directory.resolve("results"));

    // A prediction can be a source as well.
    Path again = Files.createDirectories(directory.resolve("again"));
    CommandRun.in(again, "predict", "--request 300 --reply 4k --from " + folder).succeeded();
  }

  /** Of statements, the comparison has the size of replies, and the cost of an operation. */
  @Test
  void predictsForStatementsThatWereCompared() throws IOException {
    Path compared = MeasuredFolders.comparison(directory.resolve("compare"), "MySQL 9.7.4");
    JsonNode result = CommandRun.json(compared, "result.json");
    for (JsonNode variant : result.at("/points/0/variants")) {
      ((ObjectNode) variant.get("work")).put("emptyRepliesPercent", 0).put("bytesPerOperation", 70);
    }
    JSON.writeValue(compared.resolve("result.json").toFile(), result);

    CommandRun.in(
            Files.createDirectories(directory.resolve("results")),
            "predict",
            "--request 20 --from " + compared)
        .succeeded();
    assertThat(result().get("costs").findValuesAsText("name")).contains("reply=70.clientCpu");
    assertThat(result().at("/profile/replyBytes").asDouble()).isEqualTo(70);
  }

  /** Such a short run may be unusable; then it reports that, and its measurements exist. */
  @Test
  @Tag("full")
  @Timeout(900)
  void measuresMessagesAndConnectionsOfAServer() throws IOException {
    CommandRun run =
        predict(SharedServers.redis().url(), "--operations-per-connection 50 --duration 10s")
            .measured();

    Path folder = CommandRun.folder(directory.resolve("results"));
    JsonNode messages = CommandRun.result(folder.resolve("messages"), "result");
    assertThat(messages.at("/points/0/variants").findValuesAsText("name"))
        .contains("plain", "plain-131072", "tls13", "tls13-131072");
    if (run.exitCode() == 0) {
      assertThat(result().get("costs").findValuesAsText("name"))
          .contains("reply=131072.clientCpu", "connection.roundTrips", "full.serverCpu");
      assertThat(result().get("figures").findValuesAsText("name")).contains("latencyTime");
    } else {
      assertThat(run.err()).containsAnyOf("messages: ", "connections: ", "far: ");
      assertThat(folder.resolve("result.json")).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql-9.7", "postgresql-18", "mariadb-10.11", "ferretdb-2.7"})
  void predictsFromPublishedCostsAndSaysSo(String published) throws IOException {
    CommandRun run = predict("--from", published, "--operations-per-connection", "50");

    assertThat(run.succeeded().err())
        .contains("published costs of another machine, for a first guess");
    assertThat(result().get("figures")).isNotEmpty();
  }

  @Test
  void warnsOfSourcesFromDifferentServers() throws IOException {
    Path messages = MeasuredFolders.comparison(directory.resolve("compare"), "MySQL 9.7.4");
    Path near = MeasuredFolders.connections(directory.resolve("connect"), "MySQL 8.0.1", 0);
    CommandRun run = predict("--from", messages.toString(), "--from", near.toString());

    assertThat(run.succeeded().err()).contains("different servers: MySQL 9.7.4, MySQL 8.0.1");
  }

  @Test
  void refusesAResultThatMustNotBeUsed() throws IOException {
    Path messages = MeasuredFolders.comparison(directory.resolve("compare"), "MySQL 9.7.4");
    ObjectNode result = (ObjectNode) JSON.readTree(messages.resolve("result.json").toFile());
    ((ObjectNode) result.get("run")).put("exitCode", 4).putArray("problems").add("it was busy");
    JSON.writeValue(messages.resolve("result.json").toFile(), result);
    predict("--from", messages.toString()).refused("must not be used (it was busy)");
  }

  @Test
  void refusesAPredictionOfAnOlderVersion() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("old"));
    Files.writeString(
        folder.resolve("result.json"),
        """
        {"schemaVersion": 1, "calibration": {}, "run": {"command": "bin/tlsbench predict",
        "started": "2026-11-25T09:51:47Z", "durationSeconds": 1, "complete": true, "exitCode": 0,
        "problems": [], "warnings": []}}
        """);
    predict("--from", folder.toString()).refused("not a result of this version of tlsbench");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--from /nonesuch|--from /nonesuch: there is no such folder, and no published costs",
        "--from mysql-8.0|give a result folder, or one of ferretdb-2.7, mariadb-10.11, mysql-9.7, postgresql-18",
        "--rate 20000/h|rate: '20000/h' is not a rate",
        "--variant nonesuch|there is no variant 'nonesuch'",
        "--what-if magic=on|there is no change 'magic=on'",
        "--what-if pool=ten|there is no change 'pool=ten'",
        "--rate 20000/s --cpu-per-operation 1ms --server-cores 16|take 20.0 cores of the server in plain text",
        "--from mysql-9.7 --rate 200000/s --server-cores 2|cores of the server in plain text, which has 2",
        "--from mysql-9.7 --rate 50000/s --shared-cores 1|cores of client and server in plain text",
      })
  void refusesInOneLineBeforeItMeasures(String line, String message) throws IOException {
    predict(line.split(" ")).refused(message);

    assertThat(directory.resolve("results")).isEmptyDirectory();
  }
}
