package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("any-jdk")
@Timeout(120)
@ExtendWith(ThreadForks.class)
class ConnectCommandTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-n 0|-n: 0 is not between 1 and 100000",
        "-n many|is not an int",
        "--forks 0|--forks: 0 is not between 1 and 100",
        "--cores some|--cores: 'some' is neither a number from 1 on nor 'all'",
        "--concurrency 0|--concurrency: 0 is not between 1 and 1000",
        "--concurrency 1,8,1001|--concurrency: 1001 is not between 1 and 1000",
        "--concurrency 1,many|is not an int",
        "--concurrency 1,,8|is not an int",
        "--concurrency 1,8,8|--concurrency: a number is there twice",
        "--concurrency 1,8 --rtt 5ms|--rtt: a relay would limit the rates",
        "--rtt 5|is not a duration",
        "--rtt 5furlongs|is not a duration",
        "--rtt 1m|--rtt: 60000 ms is not between 0 and 10 s",
        "--rtt 10001ms|--rtt: 10001 ms is not between 0 and 10 s",
        "--warm-up 2h|--warm-up: 7200 s is not between",
        "--plain-url mysql://db mongodb://db/x|--plain-url: ",
        "--variant tls14|--variant: there is no variant 'tls14'",
        "--variant plain|--variant: only plain connections are given",
        "--variant plain,tls13 --baseline tls12|--baseline: 'tls12' is not among the variants",
        "--baseline plain|--baseline: no variants are given",
        "--variant plain,control:tls.enabled=false|--variant: 'control' is like a name",
        "--variant plain,x-full:tls.enabled=false|--variant: 'x-full' is like a name",
        "--variant plain,x-resumed:tls.enabled=false|choose another name",
        "ftp://db|URL: begins with none of mongodb://",
        "mysql://db/x|mode",
      })
  void refusesInOneLineWithExitCodeTwo(String line, String message) {
    CommandRun.of(("connect " + line).split(" ")).refused(message);
  }

  private CommandRun connect(String... arguments) {
    return CommandRun.in(directory, CommandRun.words("connect", arguments));
  }

  /** A real server's TLS costs other times. */
  @Test
  void saysFirstThatAnEmbeddedServerIsNotARealOne() throws Exception {
    Path workload = Files.createDirectory(directory.resolve("workloads")).resolve("workloada");
    Files.copy(Path.of(System.getProperty("tlsbench.home"), "workloads", "workloada"), workload);
    CommandRun ended =
        Launchers.unpack(directory.resolve("home"))
            .run(
                directory,
                Map.of(),
                "",
                "tlsbench connect --binding mongodb-tls --open-only -n 4 --forks 1 --cores all --warm-up 100ms --output results"
                    .split(" "));

    assertThat(ended.measured().err())
        .contains(
            "using an embedded test server (mongo-java-server), not MongoDB, with TLS, data in");
    assertThat(ended.out().lines().skip(1)).first().isEqualTo("| NOT THE FIGURES OF A REAL SERVER");
    assertThat(CommandRun.folder(directory.resolve("results")).resolve("report.md"))
        .content()
        .startsWith(
            "# A new connection to the embedded test server (mongo-java-server), not MongoDB\n")
        .doesNotContain("MongoDB 5.0");
  }

  @Test
  void saysTheSameOfAnEmbeddedServerThatItsUrlNames() throws Exception {
    try (EmbeddedMongo mongo = EmbeddedMongo.builder().allowPlain().start()) {
      for (String url : List.of(SharedServers.mySql().url(), mongo.url())) {
        CommandRun run = connect(url, "--open-only --forks=1 --cores=all -n 6 --warm-up 100ms");

        run.measured();
        assertThat(run.out().lines().skip(1))
            .first()
            .isEqualTo("| NOT THE FIGURES OF A REAL SERVER");
        assertThat(run.out()).doesNotContain("MongoDB 5.0");
      }
    }
  }

  @Test
  void refusesCoresBesideAServerThatStaysWhereItIsBeforeItLoads() {
    CommandRun run = connect(SharedServers.mySql().url(), "--cores=1 --load -p table=never_loaded");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("--cores: the server on this machine is not confined without --confine-server")
        .doesNotContain("never_loaded");
  }

  /** The first of the four is a key, the second a name; the others are figures of the result. */
  @Test
  void keepsItsResultWholeIfASecretIsAnOrdinaryWord() throws IOException {
    CommandRun run =
        connect(
            SharedServers.mongo().url(),
            "-n 4 --forks 1 --cores all --warm-up 0s --seed 7777 --open-only -p a.password=connections",
            "-p b.password=tls-full -p c.password=7777 -p d.password=null");

    run.succeeded();
    JsonNode result = CommandRun.result(CommandRun.folder(directory), "connect");
    assertThat(result.at("/setup/connections").asInt()).isEqualTo(4);
    assertThat(result.at("/setup/seed").asInt()).isEqualTo(7777);
    assertThat(result.at("/kinds/1/name").asText()).isEqualTo("tls-full");
    assertThat(run.out()).contains("TLS, full");
  }

  @Test
  void printsTablesAndWritesTheSameFiguresWithoutThePassword() throws IOException {
    EmbeddedServer server = SharedServers.mySql();
    Path output = directory.resolve("output");
    CommandRun run =
        CommandRun.in(
            output,
            "connect",
            server.url(),
            "-p tls.protocols=TLSv1.2 -n 4 --forks 1 --cores all --warm-up 0s --seed 7 --script apsaradb");

    assertThat(run.succeeded().out())
        .contains("TCP connect", "authentication", "TLS, resumed", "only-connection")
        .contains("connection-and-first-query");
    Path folder = CommandRun.folder(output);
    for (String file : List.of("environment.json", "report.html", "report.md")) {
      assertThat(folder.resolve(file)).isNotEmptyFile();
    }
    assertFigures(CommandRun.result(folder, "connect"), run.out());
    assertThat(new SecretSearch(SharedServers.password(server)).in(output)).isEmpty();
    assertThat(run.out() + run.err()).doesNotContain(SharedServers.password(server));
  }

  @Test
  void repeatsTheScriptOnlyOnRequest() {
    String url = SharedServers.mySql().url();

    assertThat(connect(url, "-n 2 --forks 1 --cores all --warm-up 0s").measured().out())
        .contains("Queries on connections that stay open")
        .doesNotContain("only-connection");
    connect(url, "--script apsaradb --open-only").refused("--script: compares plain");
  }

  @Test
  void namesTheSettingOfAServerThatRefusesAllVariantsButOne() {
    CommandRun run =
        connect(
            SharedServers.postgres().url(),
            "-n 2 --forks 1 --cores all --warm-up 0s --variant tls13@openssl,tls13-x25519mlkem768");

    assertThat(run.exitCode()).as(run.out()).isEqualTo(3);
    assertThat(run.err())
        .contains("tlsbench: tls13-x25519mlkem768: ", "X25519MLKEM768 (see its ssl_groups, ");
  }

  @Test
  void comparesVariantsOnOnePage() throws IOException {
    CommandRun run =
        connect(
            SharedServers.mongo().url(),
            "-n 6 --forks 2 --cores all --warm-up 0s --variant plain,tls12,tls13",
            "--fail-if",
            "tls13-full.total > 100000");

    assertThat(run.measured().out())
        .containsSubsequence(
            "A new connection over TLS 1.2 takes ",
            " times as long as a plain one until its first query is answered, a resumed one ",
            "A new connection over TLS 1.3 takes ")
        .contains("plain text", "TLS 1.3, full", "TLS 1.3, resumed", "control (plain text again)")
        .doesNotContain("only-connection");
    Path folder = CommandRun.folder(directory);
    JsonNode result = CommandRun.result(folder, "connect");
    assertThat(result.at("/reused")).isEmpty();
    assertThat(Files.readString(folder.resolve("report.md")))
        .contains("times** as long as a plain one");
  }

  @Test
  void showsTheConnectionsASecondAtEachConcurrency() throws IOException {
    CommandRun run =
        connect(
            SharedServers.redis().url(),
            "-n 4 --forks 1 --warm-up 0s --duration 1ms --concurrency 1,2",
            "--fail-if",
            "concurrency=2.tls-full.throughput > 1000");

    // One fork cannot decide.
    assertThat(run.exitCode()).as(run.err()).isIn(4, 6);
    assertThat(run.err()).contains("concurrency=2.tls-full.throughput is 0.");
    assertThat(run.out())
        .containsSubsequence(
            "connections, concurrency 1", "connections, concurrency 2", "TLS, resumed")
        .contains("against the baseline");
    assertThat(CommandRun.folder(directory).resolve("report.md"))
        .content()
        .contains("Client and server share this machine");
    JsonNode result = CommandRun.result(CommandRun.folder(directory), "connect");
    assertThat(result.at("/setup/concurrency").asInt()).isEqualTo(1);
    assertThat(result.at("/reused")).isEmpty();
    assertThat(result.at("/figures").findValuesAsText("subject"))
        .contains("concurrency=1.plain", "concurrency=2.tls-resumed", "concurrency=2.control");
  }

  @Test
  void measuresInFiveForks() throws IOException {
    connect(SharedServers.mongo().url(), "-n 10 --cores all --warm-up 0s --open-only").measured();

    Path folder = CommandRun.folder(directory);
    JsonNode result = CommandRun.result(folder, "connect");
    assertThat(result.at("/setup/forks").asInt()).isEqualTo(5);
    assertThat(result.at("/kinds/0/connections/counted").asInt()).isEqualTo(10);
    assertThat(result.at("/kinds/0/rounds").findValues("fork"))
        .extracting(JsonNode::asInt)
        .containsSubsequence(0, 1, 2, 3, 4);
  }

  @Test
  @ThreadForks.No
  void namesTheFlagsOfItsJvms() throws IOException {
    connect(SharedServers.mongo().url(), "-n 2 --forks 1 --cores all --warm-up 0s --open-only")
        .measured();

    assertThat(CommandRun.json(CommandRun.folder(directory), "environment.json").at("/jdk/flags"))
        .extracting(JsonNode::asText)
        .contains("-XX:+UseSerialGC", "-Xmx1g");
  }

  private static void assertFigures(JsonNode figures, String text) throws IOException {
    assertThat(figures.get("schemaVersion").intValue()).isEqualTo(3);
    assertThat(figures.at("/run/exitCode").intValue()).isZero();
    JsonNode full = figures.get("kinds").get(1);
    assertThat(full.get("name").textValue()).isEqualTo("tls-full");
    assertThat(full.at("/connections/counted").intValue()).isEqualTo(4);
    JsonNode median = full.at("/parts/tlsHandshake/medianMicros");
    Figure figure =
        new Figure(
            median.get("value").doubleValue(),
            median.get("low95").doubleValue(),
            median.get("high95").doubleValue(),
            Unit.MICROS);
    assertThat(text).contains(figure.text().replace('\u00a0', ' '));
  }
}
