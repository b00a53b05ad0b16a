package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line, on a server with a password. */
@Tag("any-jdk")
@Timeout(180)
@ExtendWith(ThreadForks.class)
class CompareCommandTest {
  private static final EmbeddedServer SERVER = SharedServers.mySql();

  @TempDir private Path directory;

  @BeforeAll
  static void loadRecords() {
    ShortRun.load(SERVER);
  }

  private ShortRun run(String command, String... more) {
    return ShortRun.of(directory, command, SERVER.url(), more);
  }

  private static String mongoUrl(String options) {
    String url = SharedServers.mongo().url();
    return url + (url.contains("?") ? "&" : "?") + options;
  }

  /** The command and its fork read the URL. */
  @Test
  @Tag("full")
  @ThreadForks.No
  void printsAWarningAboutTheUrlOnce() throws IOException {
    String url = mongoUrl("foo=bar&journal=invalid");
    ShortRun ended = ShortRun.of(directory, "compare", url, "--variant plain,tls13").ended();
    assertThat(ended.run().err().lines().filter(line -> line.contains("ignored")))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).matches("tlsbench: (foo|journal): .*"));
    assertThat(ended.run().err()).doesNotContain("MongoSession");
  }

  /** In JVMs of their own, as SLF4J chooses its provider once. */
  @Test
  @Tag("full")
  void printsOnceWhatTheMongoDbDriverLogsAboutTheUrl() throws Exception {
    String[] command =
        ShortRun.arguments(
            directory.resolve("results"),
            "compare",
            mongoUrl("retryReads=yes"),
            "--variant=plain,tls13");
    CommandRun ended =
        Launchers.unpack(directory.resolve("home"))
            .run(directory, Map.of(), "", CommandRun.words("tlsbench", command));
    assertThat(ended.measured().err().lines().filter(line -> line.contains("MongoDB driver")))
        .containsExactly(
            "tlsbench: the MongoDB driver: Deprecated boolean value 'yes' in the connection string"
                + " for 'retryreads'. Replace with 'true'");
    assertThat(ended.err()).doesNotContain("SLF4J", "MongoClient", "WARNING");
  }

  @Test
  void writesAResultThatFollowsTheSchema() throws IOException {
    ShortRun ended = run("compare", "--variant plain,tls13 --seed=7").ended();

    assertThat(ended.run().out()).contains("TLS 1.3").contains("report.html");
    JsonNode result = ended.result();
    assertThat(result.at("/server/product").asText()).isEqualTo("MariaDB");
    assertThat(result.at("/server/settings/max_connections").asText()).isNotEmpty();
    assertThat(result.at("/setup/seed").asLong()).isEqualTo(7);
    assertThat(result.at("/points/0/variants/2/connections/negotiated/0/protocol").asText())
        .isEqualTo("TLSv1.3");
    assertThat(result.at("/run/command").asText())
        .contains("compare", "<hidden>", "--seed=7")
        .doesNotContain("--seed ");
  }

  @Test
  @Tag("full")
  @ThreadForks.No
  void answersQuicklyWithOneForkAndAWideInterval() throws IOException {
    CommandRun run =
        CommandRun.in(directory, CommandRun.words("compare", SERVER.url(), "--load", "--quick"));

    assertThat(run.measured().out()).startsWith("A quick answer, not for publishing:");
    JsonNode result = CommandRun.result(CommandRun.folder(directory), "result");
    assertThat(result.at("/setup/timing/forks").asInt()).isEqualTo(1);
    assertThat(result.at("/points/0/warnings"))
        .extracting(each -> each.get("kind").asText())
        .contains("quick");
    JsonNode tls = result.at("/points/0/variants/2/ratios");
    assertThat(tls.fieldNames()).toIterable().containsExactlyInAnyOrder("typical", "clientCpu");
    double half =
        Math.log(tls.at("/typical/high95").asDouble() / tls.at("/typical/value").asDouble());
    assertThat(half).isGreaterThan(1.95 * 0.05);
  }

  /** On one port for plain text, and one for TLS. */
  @Test
  void comparesPlainTextWithTlsAndTheDriversOwnOnRedis() throws IOException {
    ShortRun run =
        ShortRun.of(
            directory,
            "compare",
            SharedServers.redis().url(),
            "--load --variant plain,tls13,tls13@driver",
            "--variant piped:tls.protocols=TLSv1.3,redis.pipeline=16");

    JsonNode result = run.ended().result();
    assertThat(run.folder().resolve("report.md"))
        .content()
        .contains("redis.pipeline=16: an operation is a pipeline of 16 ");
    assertThat(result.at("/server/product").asText()).isEqualTo("Redis");
    assertThat(result.at("/server/settings").has("requirepass")).isFalse();
    JsonNode variants = result.at("/points/0/variants");
    assertThat(variants)
        .extracting(variant -> variant.at("/work/errors").asLong())
        .containsOnly(0L);
    assertThat(variants.at("/2/connections/negotiated/0/protocol").asText()).isEqualTo("TLSv1.3");
    assertThat(variants.at("/3/connections/negotiated/0/protocol").asText()).isEqualTo("TLSv1.3");
    assertThat(variants.at("/3/connections/negotiated"))
        .extracting(negotiated -> negotiated.get("resumed").asBoolean())
        .containsOnly(false);
  }

  @Test
  void reportsTpmCAndEachTransactionOfEachVariant() throws IOException {
    ShortRun run =
        run(
                "compare",
                "--load -p workload=dev.tlsbench.ycsb.workload.tpcc.TpccWorkload -p tpcc.customers=100",
                "-p tpcc.items=100 --blocks 10")
            .ended();

    JsonNode result = run.result();
    for (JsonNode variant : result.at("/points/0/variants")) {
      assertThat(variant.get("operations"))
          .extracting(operation -> operation.get("name").asText())
          .contains("NEW_ORDER", "PAYMENT");
      long all = 0;
      long orders = 0;
      for (JsonNode operation : variant.get("operations")) {
        long count = operation.get("count").asLong();
        all += count;
        orders += operation.get("name").asText().equals("NEW_ORDER") ? count : 0;
      }
      assertThat(variant.at("/work/benchmark/name").asText()).isEqualTo("tpmC");
      assertThat(variant.at("/work/benchmark/value").asDouble())
          .isCloseTo(
              variant.at("/work/throughputPerSecond").asDouble() * 60 * orders / all,
              withinPercentage(0.01));
    }
    assertThat(run.run().out())
        .contains("tpmC", "Latency of each operation", "NEW_ORDER", "PAYMENT")
        .contains("not an audited TPC-C result and not comparable with published ones");
    assertThat(run.folder().resolve("report.md")).content().contains("not an audited TPC-C result");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @ThreadForks.No
  void confinesClientAndServerToOneCoreAndSaysSo() throws IOException {
    assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
    ShortRun run = run("compare", "--cores 1 --confine-server").ended();

    JsonNode clients = run.result().at("/setup/clients");
    assertThat(clients.get("server").asText()).isEqualTo("confined");
    assertThat(clients.get("cores")).hasSize(1);
    assertThat(clients.get("sharedCores").asBoolean()).isTrue();
    assertThat(clients.get("threads").asInt()).isEqualTo(1);
    assertThat(run.run().out()).contains("Client and server shared one core");
    assertThat(run.run().err().lines())
        .filteredOn(line -> line.contains("core"))
        .as("nothing went wrong")
        .allMatch(line -> line.startsWith("tlsbench: the server is moved to core "));
    assertThat(run.run().err().lines())
        .filteredOn(line -> line.contains("taskset"))
        .singleElement()
        .asString()
        .containsPattern("^tlsbench: .*taskset -acp \\S+ \\S+; chrt -a -o -p 0 \\S+");
  }

  @Test
  void leavesAServerOfTheUsersWhereItIsAndSaysSo() throws IOException {
    ShortRun run = run("compare").ended();

    assertThat(run.result().at("/setup/clients/server").asText()).isEqualTo("sideBySide");
    assertThat(run.result().at("/setup/clients/cores")).isEmpty();
    assertThat(run.run().out()).contains("Client and server ran side by side on this machine");
    assertThat(run.folder().resolve("report.html")).content().contains("ran side by side");
    assertThat(run.run().err()).doesNotContain("taskset");
  }

  /** Without a workload, on the records that are there. */
  @Test
  void readsOnlyOnAServerOfTheUsersUnlessAsked() throws IOException {
    String options = "-p recordcount=50 --forks 1 --epochs 3 --window 20ms --warm-up 100ms";
    ShortRun run =
        new ShortRun(CommandRun.in(directory, "compare", SERVER.url(), options), directory);

    assertThat(run.ended().run().err())
        .contains("this workload reads usertable on the server")
        .doesNotContain("changes");
    assertThat(run.result().at("/setup/workload/updateproportion").asText()).isEqualTo("0");
    assertThat(run.result().at("/points/0/variants/0/work/errors").asInt()).isZero();
  }

  /** Otherwise the interval would not include differences between processes of the server. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void startsAnEmbeddedServerAgainForEachForkAndConfinesEachOne() throws Exception {
    startsAnEmbeddedServerAgain("mongodb-tls");
  }

  @Test
  @Tag("full")
  @EnabledOnOs(OS.LINUX)
  void startsMariaDbAgainForEachForkAndConfinesEachOne() throws Exception {
    startsAnEmbeddedServerAgain("mysql-tls");
  }

  private void startsAnEmbeddedServerAgain(String binding) throws Exception {
    assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
    String typed =
        "tlsbench compare --binding "
            + binding
            + " --output results -p workload=site.ycsb.workloads.CoreWorkload -p recordcount=50"
            + " --forks 2 --epochs 3 --blocks 1 --window 50ms --warm-up 100ms"
            + " --jvm-arg=-XX:TieredStopAtLevel=1";
    CommandRun ended =
        Launchers.unpack(directory.resolve("home")).run(directory, Map.of(), "", typed.split(" "));

    ended.measured();
    Path folder = CommandRun.folder(directory.resolve("results"));
    JsonNode result = CommandRun.json(folder, "result.json");
    assertThat(CommandRun.json(folder, "environment.json").at("/jdk/flags"))
        .as("of the forks, not of the command")
        .extracting(JsonNode::asText)
        .containsExactly("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    assertThat(ended.out().lines().limit(2)).last().isEqualTo("| NOT THE FIGURES OF A REAL SERVER");
    assertThat(ended.out()).containsPattern("\\| .*(mongo-java-server|wolfSSL)");
    assertThat(result.at("/server/description").asText())
        .matches("embedded test server \\((mongo-java-server\\), not MongoDB|MariaDB .*\\))");
    assertThat(folder.resolve("report.md"))
        .content()
        .startsWith("# TLS on the embedded test server (")
        .doesNotContain("MongoDB 5.0");
    assertThat(result.at("/server/starts").asInt()).isEqualTo(2);
    assertThat(result.at("/setup/clients/sharedCores").asBoolean()).isTrue();
    assertThat(result.at("/run/problems").toString()).doesNotContain("The server");
    assertThat(result.at("/points/0/windows"))
        .hasSize(2 * 3 * 3)
        .allSatisfy(window -> assertThat(window.at("/use/serverCpuMillis").isNumber()).isTrue());
  }

  @Test
  void refusesCoresAndProcessesThatAreNotThere() {
    assertThat(run("compare", "--cores 9999").run().exitCode()).isEqualTo(2);
    assertThat(run("compare", "--cores none").run().exitCode()).isEqualTo(2);
    assertThat(run("compare", "--cores 1 --load -p table=never_loaded").run().err())
        .contains("--cores: the server on this machine is not confined without --confine-server")
        .doesNotContain("never_loaded");
    // Above the largest id of a process.
    run("compare", "--server-pid 99999999")
        .run()
        .refused("--server-pid: process 99999999 is not running; name a process of the server\n");
  }

  @Test
  void endsSoonIfAllOperationsFail() throws IOException {
    ShortRun run = run("compare", "--variant plain,tls13 -p zeropadding=30");

    assertThat(run.run().exitCode()).as(run.run().err()).isEqualTo(4);
    assertThat(run.result().at("/run/problems/0").asText())
        .contains("operations of plain failed, from the beginning: records were not found");
    assertThat(run.result().at("/points/0/windows").isEmpty()).isTrue();
  }

  @Test
  void endsSoonWithTheServersReasonIfItRefusesWrites() throws IOException {
    ShortRun.load(SharedServers.postgres(), "-p", "table=seldom_written");
    ShortRun run =
        ShortRun.of(
            directory,
            "compare",
            SharedServers.postgres().url() + "&options=-c%20default_transaction_read_only=on",
            "-p table=seldom_written -p readproportion=0.5 -p updateproportion=0.5");

    assertThat(run.run().exitCode()).as(run.run().err()).isEqualTo(4);
    assertThat(run.result().at("/run/problems/0").asText())
        .contains("from the beginning: ", "cannot execute UPDATE in a read-only transaction");
  }

  @Test
  void tellsOfErrorsThatWereIgnoredAndOfTheServer() throws IOException {
    ShortRun run =
        run(
            "compare",
            "--load --threads 8 -p workload=dev.tlsbench.ycsb.workload.oltp.OltpWorkload",
            "-p oltp.table=fought_for -p table_size=10 -p rand-type=uniform");

    JsonNode variants = run.ended().result().at("/points/0/variants");
    assertThat(variants)
        .extracting(variant -> variant.at("/work/errors").asLong())
        .containsOnly(0L);
    assertThat(variants)
        .allSatisfy(
            variant -> {
              assertThat(variant.at("/work/rowsPerSecond").isNull()).isTrue();
              // Deadlocks, of which SummaryTest has the sum.
              assertThat(variant.at("/work/ignoredErrors").isNumber()).isTrue();
              // The kernel counts in ticks of 10 ms, of which so short a time may have none.
              assertThat(variant.at("/resources/serverCpuPercent").isNumber()).isTrue();
              assertThat(variant.at("/resources/serverMemoryBytes").asLong())
                  .isGreaterThan(10 << 20);
            });
    assertThat(run.folder().resolve("report.md"))
        .content()
        .contains("| server CPU | server memory |");
  }

  @Test
  @Tag("full")
  void flushesAfterEachWindowAndGivesTheControlTablesOfItsOwn() throws IOException {
    ShortRun run =
        run(
            "compare",
            "--load --flush --data-per-pool 3.4 --control oltp.table=flushed_control",
            "--variant off:oltp.table=flushed_off --variant on:oltp.table=flushed_on",
            "-p workload=dev.tlsbench.ycsb.workload.oltp.OltpWorkload -p oltp.model=oltp_update_index",
            "-p table_size=100");

    JsonNode result = run.ended().result();
    JsonNode variants = result.at("/points/0/variants");
    assertThat(variants)
        .extracting(variant -> variant.at("/settings/oltp.table").asText())
        .containsExactly("flushed_off", "flushed_control", "flushed_on");
    assertThat(variants)
        .allSatisfy(
            variant -> {
              assertThat(variant.at("/work/errors").asLong()).isZero();
              assertThat(variant.at("/resources/pagesWrittenPerOperation").asDouble()).isPositive();
              assertThat(variant.at("/resources/pagesReadPerOperation").isNumber()).isTrue();
              assertThat(variant.at("/ratios/typical").isMissingNode()).isTrue();
            });
    assertThat(run.run().out()).contains("pages written an operation", "buffer pool");
  }

  @Test
  void refusesToFlushOtherThanMySql() {
    assertThat(run("compare", "--data-per-pool -1").run().exitCode()).isEqualTo(2);
    assertThat(run("compare", "--control oltp.table").run().exitCode()).isEqualTo(2);
    ShortRun.of(directory, "compare", SharedServers.mongo().url(), "--flush")
        .run()
        .refused("--flush", "not supported for MongoDB");
  }

  @Test
  void givesEachVariantATableOfItsOwnOrRefuses() {
    CommandRun together =
        run(
                "compare",
                "--load -p workload=dev.tlsbench.ycsb.workload.oltp.OltpWorkload",
                "--variant small:oltp.table=same,table_size=10",
                "--variant large:oltp.table=same,table_size=20")
            .run();

    assertThat(together.exitCode()).isEqualTo(2);
    assertThat(together.err()).contains("oltp.table=NAME");
  }

  @Tag("full")
  @Test
  void tellsOfRecordsThatAreMissingAndLoadsThemAnewIfAsked() throws IOException {
    ShortRun.load(SERVER, "-p", "insertcount=20", "-p", "table=half");
    ShortRun run = run("compare", "-p table=half");
    String missing = "half has the first of 50 records but not the last: ";
    assertThat(run.run().err().lines().filter(line -> line.contains(missing))).hasSize(1);
    assertThat(run.run().exitCode()).isEqualTo(4);

    Path anew = Files.createDirectory(directory.resolve("anew"));
    ShortRun loading =
        ShortRun.of(anew, "sweep", SERVER.url(), "--load --axis threads=1,2 -p table=half");
    assertThat(loading.ended().run().err()).containsOnlyOnce("half has 20 of 50 records, from");
    assertThat(loading.result().get("points"))
        .allSatisfy(
            point ->
                assertThat(point.at("/variants/0/work/errors").asLong())
                    .as("operations on missing records")
                    .isZero());
  }

  @ParameterizedTest
  @ValueSource(strings = {"cassandra", "redis"})
  @Tag("full")
  @Timeout(900)
  void sweepsOverEachAxis(String database) throws IOException {
    boolean redis = database.equals("redis");
    EmbeddedServer server = redis ? SharedServers.redis() : SharedServers.cassandra();
    for (String axis : List.of("threads=1,2", "size=100,4096", "rtt=0ms,1ms", "suite=tls13")) {
      Path output = Files.createDirectory(directory.resolve(axis.split("=", 2)[0]));
      ShortRun run =
          ShortRun.of(
              output, "sweep", server.url(), "--load --axis", axis, "--variant plain,tls13");

      JsonNode points = run.ended().result().get("points");
      assertThat(points)
          .extracting(point -> point.get("value").asText())
          .containsExactly(axis.replaceFirst(".*=", "").split(","));
      assertThat(points)
          .allSatisfy(
              point -> {
                assertThat(point.at("/variants/2/connections/negotiated/0/protocol").asText())
                    .isEqualTo("TLSv1.3");
                assertThat(point.at("/variants/2/work/operations").asLong()).isPositive();
                assertThat(point.at("/variants/2/work/errors").asLong()).isZero();
                assertThat(point.at("/variants/0/latency/p50Micros").asDouble())
                    .as("of plain text, too")
                    .isGreaterThan(point.at("/value").asText().equals("1ms") ? 1_000 : 0);
              });
    }
  }

  @Test
  @Tag("full")
  void sweepsOverAnAxisAndLeavesOutAValueForWhichTheServerHasTooFewConnections()
      throws IOException {
    try (EmbeddedMySql small = EmbeddedMySql.builder().maxConnections(10).start()) {
      ShortRun run =
          ShortRun.of(
              directory, "sweep", small.url(), "--load --axis threads=1,8,2 --variant plain,tls12");

      JsonNode result = run.ended().result();
      assertThat(result.at("/axis").asText()).isEqualTo("threads");
      assertThat(result.at("/points/1/variants/2/connections/negotiated/0/protocol").asText())
          .isEqualTo("TLSv1.2");
      assertThat(result.get("points"))
          .extracting(point -> point.get("value").asText())
          .containsExactly("1", "2");
      assertThat(result.get("leftOut")).hasSize(1);
      assertThat(result.at("/leftOut/0/value").asText()).isEqualTo("8");
      String reason = result.at("/leftOut/0/reason").asText();
      assertThat(reason).contains("Too many connections; ").contains("max_connections");
      String told = "threads 8 is left out: " + reason;
      assertThat(result.at("/run/warnings/0").asText()).isEqualTo(told);
      assertThat(result.at("/run/complete").asBoolean()).isTrue();
      assertThat(run.run().out()).contains("Note: " + told);
      assertThat(run.run().err()).contains(told).doesNotContain(small.password());
      assertThat(run.folder().resolve("report.html")).content().contains("threads 8 is left out: ");
    }
  }

  @Test
  @Tag("full")
  void leavesOutASuiteThatClientOrServerDoesNotHave() throws IOException {
    ShortRun run =
        run(
            "sweep",
            "--axis suite=tls13,none,old --variant plain,tls13 --variant none:tls.cipherSuites=TLS_ECDHE_RSA_WITH_RC4_128_SHA,tls.protocols=TLSv1.2",
            "--variant old:tls.protocols=TLSv1.1");

    JsonNode result = run.ended().result();
    assertThat(result.get("points")).hasSize(1);
    assertThat(result.get("leftOut"))
        .extracting(left -> left.get("value").asText())
        .containsExactly("none", "old");
    assertThat(result.get("leftOut"))
        .extracting(left -> left.get("reason").asText())
        .allMatch(reason -> reason.matches("(none|old): .+"));
  }

  @Test
  void failsWithTheLastReasonIfNoValueIsLeft() throws IOException {
    CommandRun run =
        run("sweep", "--axis threads=1,2 --variant plain,old:tls.protocols=TLSv1.1").run();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().filter(line -> line.contains("is left out"))).hasSize(1);
    assertThat(run.err().lines().reduce((first, second) -> second).orElse(""))
        .startsWith("tlsbench: old: ");
    assertThat(directory).isEmptyDirectory();
  }

  @Tag("full")
  @Test
  void addsRoundTripTimeWithARelay() throws IOException {
    JsonNode result = run("compare", "--axis rtt=5ms --variant plain,tls13").ended().result();

    assertThat(result.at("/points/0/value").asText()).isEqualTo("5ms");
    assertThat(result.at("/points/0/variants/0/latency/p50Micros").asDouble())
        .as("what the relay holds back, and no less")
        .isGreaterThanOrEqualTo(5_000);
  }

  @Test
  void leavesNoFolderIfItCannotConnect() throws IOException {
    for (String options : List.of("", "--load ")) {
      CommandRun run =
          run("compare", options + "--variant plain,other:tls.caFile=/nonesuch.pem").run();
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("other: ").contains("/nonesuch.pem");
    }
    assertThat(directory).isEmptyDirectory();
  }
}
