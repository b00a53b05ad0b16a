package dev.tlsbench.cluster;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.tlsbench.client.YcsbClient;
import dev.tlsbench.cluster.Command.Ended;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads and runs on {@code local[2]}: a driver, and two JVMs that work. */
@Timeout(600)
class LocalClusterTest {
  private static final String WORKLOAD = "../workloads/workloada";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  static Path directory;

  private static Ended ycsb(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("TLSBENCH_DATA", directory.toString());
    int exitCode =
        new YcsbClient(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment)
            .run(arguments);
    return new Ended(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void dividesALoadAndARunAndMergesMeasurements() {
    Ended load =
        ycsb(
            "load",
            "mongodb-tls",
            "-P",
            WORKLOAD,
            "-p",
            "recordcount=1001",
            "--cluster",
            "local[2]");

    assertThat(load.exitCode()).as(load.err() + load.out()).isZero();
    assertThat(load.number("INSERT", "Operations")).isEqualTo(1001);
    assertThat(load.number("INSERT", "Return=OK")).isEqualTo(1001);

    Ended run =
        ycsb(
            "run",
            "mongodb-tls",
            "-P",
            WORKLOAD,
            "-p",
            "recordcount=1001",
            "-p",
            "operationcount=4001",
            "-threads",
            "2",
            "--cluster",
            "local[2]",
            "--per-executor");

    assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
    assertThat(run.number("READ", "Return=OK") + run.number("UPDATE", "Return=OK")).isEqualTo(4001);
    assertThat(run.number("READ", "Operations") + run.number("UPDATE", "Operations"))
        .isEqualTo(4001);
    assertThat(run.number("EXECUTOR 0", "Operations")).isBetween(1999L, 2003L);
    assertThat(run.number("EXECUTOR 1", "Operations")).isBetween(1998L, 2002L);
    assertThat(run.out())
        .contains("[TLS], Protocol, TLSv1.3")
        .containsOnlyOnce("[TLS], PeerSubject")
        .contains("[READ], 99thPercentileLatency(us), ");
    assertThat(run.number("TLS", "HandshakesFull") + run.number("TLS", "HandshakesResumed"))
        .isGreaterThanOrEqualTo(4);
  }

  @Test
  @Tag("any-jdk")
  void keepsAcknowledgedInsertsOfAKilledExecutorAndNamesIt() throws Exception {
    try (EmbeddedMongo server = EmbeddedMongo.builder().plain().start();
        MongoClient client = MongoClients.create(server.url())) {
      String database = new ConnectionString(server.url()).getDatabase();
      MongoCollection<Document> table =
          client.getDatabase(requireNonNull(database)).getCollection("usertable");
      Command load =
          Command.start(
              directory,
              Map.of("TLSBENCH_P_MONGODB_URL", server.url()),
              YcsbClient.class.getName(),
              List.of(
                  "load",
                  "mongodb-tls",
                  "-P",
                  WORKLOAD,
                  "-p",
                  "recordcount=60000",
                  "--cluster",
                  "local[2,1]",
                  "--per-executor"));
      while (table.countDocuments() == 0) {
        assertThat(load.isRunning()).as(load.err()).isTrue();
      }
      // The driver's children are the JVMs that work.
      load.handle()
          .children()
          .flatMap(ProcessHandle::children)
          .findFirst()
          .orElseThrow()
          .destroyForcibly();
      Ended ended = load.end();

      assertThat(ended.exitCode()).as(ended.toString()).isEqualTo(4);
      assertThat(ended.err())
          .containsOnlyOnce(" was lost after ")
          .containsPattern("executor [01] was lost after [0-9]+ operations: ")
          .containsPattern(
              "137; of the records (0 to 29999|30000 to 59999) some may be missing"
                  + " \\(insertstart=(0|30000), insertcount=30000\\)");
      assertThat(
              Math.max(
                  ended.number("EXECUTOR 0", "Operations"),
                  ended.number("EXECUTOR 1", "Operations")))
          .as("the other one works to the end")
          .isEqualTo(30_000);
      assertThat(table.countDocuments())
          .as("records in the table, of which some were not reported any more")
          .isGreaterThanOrEqualTo(ended.number("INSERT", "Operations"))
          .isLessThan(60_000);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run mongodb-tls -P ../workloads/workloada --cluster mesos://head:5050"
            + "|--cluster: unknown master 'mesos://head:5050'",
        "run mongodb-tls -P ../workloads/workloada --cluster local[0]"
            + "|--cluster: unknown master 'local[0]'",
        "run mongodb-tls -P ../workloads/workloada --cluster spark://head"
            + "|--cluster: unknown master 'spark://head'; write spark://HOST:PORT",
        "run mongodb-tls -P ../workloads/workloada --cluster spark://a:7077,b"
            + "|--cluster: unknown master 'spark://a:7077,b'",
        "run mongodb-tls -P ../workloads/workloada --cluster local[2] --executors 3"
            + "|--executors: local[2] has room for 2",
        "run mongodb-tls -P ../workloads/workloada --cluster local[2] --executors 0|below 1",
        "run mongodb-tls -P ../workloads/workloada --executors 2|these are for --cluster",
        "run mongodb-tls -P ../workloads/workloada --cluster spark://head:7077 --executors 2"
            + "|executors elsewhere cannot reach an embedded server",
        "run cassandra-tls -P ../workloads/workloade --cluster spark://head:7077 --executors 2"
            + "|scanproportion: 0.95, but Cassandra",
        "shell mongodb-tls --cluster local[2]|the shell is one client",
        "run mongodb-tls -P ../workloads/workloada --cluster local[2] -p operationcount=1"
            + "|operationcount: 1 cannot be divided between 2 executors",
        "run mongodb-tls -P ../workloads/workloadd --cluster local[2] -p operationcount=100"
            + "|requestdistribution: 'latest' with inserts",
        "run mongodb-tls -P ../workloads/workloada --cluster local[2] -p measurementtype=timeseries"
            + "|measurementtype: those of several executors",
        "load mysql-tls -P ../workloads/oltp_read_write --cluster local[2]|load without --cluster"
      })
  void refusesInOneLineWithExitCodeTwo(String line, String message) {
    Ended ended = ycsb(line.split(" "));

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err().lines().toList().get(ended.err().lines().toList().size() - 1))
        .startsWith("ycsb: ")
        .contains(message);
    assertThat(ended.out()).isEmpty();
  }
}
