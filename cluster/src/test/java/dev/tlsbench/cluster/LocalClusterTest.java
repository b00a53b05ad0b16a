package dev.tlsbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.YcsbClient;
import dev.tlsbench.cluster.Command.Ended;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
  void comparesInRoundsThatFollowATimetable() throws Exception {
    Ended compared = compare("first", "500ms", "5s");
    if ((compared.out() + compared.err()).contains("of the blocks are left out")) {
      // The machine was too busy for its timetable, and too few blocks may be left for a ratio.
      compared = compare("second", "2s", "60s");
    }

    // The control may be off in so short a run.
    assertThat(compared.exitCode()).as(compared.toString()).isIn(0, 4);
    try (Stream<Path> files = Files.walk(directory)) {
      Path file =
          files
              .filter(one -> one.endsWith("result.json"))
              // "second", if there is one.
              .max(Comparator.comparing(Path::toString))
              .orElseThrow();
      assertThat(Files.readString(file))
          .containsPattern("\"cluster\" ?: ?\\{\\s*\"number\" ?: ?2")
          .containsPattern("\"lostRounds\" ?: ?0")
          .contains("\"throughput\"")
          .doesNotContain("\"typical\"");
    }
    assertThat(compared.out()).contains("throughput", "TLS 1.3");
  }

  @Test
  void comparesWithMoreAndMoreExecutors() throws Exception {
    Ended compared = compare("axis", "500ms", "10s", "--axis", "executors=1,2");

    assertThat(compared.exitCode()).as(compared.toString()).isIn(0, 4);
    try (Stream<Path> files = Files.walk(directory)) {
      Path file = files.filter(one -> one.endsWith("result.json")).findFirst().orElseThrow();
      assertThat(Files.readString(file))
          .containsPattern("\"axis\" ?: ?\"executors\"")
          .containsPattern("\"cluster\" ?: ?\\{\\s*\"number\" ?: ?1")
          .containsPattern("(?s)\"value\" ?: ?\"1\".*\"value\" ?: ?\"2\"");
    }
  }

  private Ended compare(String folder, String window, String duration, String... more)
      throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "compare",
                "-P",
                WORKLOAD,
                "-p",
                "recordcount=500",
                "--cluster",
                "local[2]",
                "--threads",
                "1",
                "--forks",
                "1",
                "--warm-up",
                "500ms",
                "--window",
                window,
                "--duration",
                duration,
                "--output",
                directory.resolve(folder).toString()));
    arguments.addAll(List.of(more));
    return Command.start(
            directory,
            Map.of("TLSBENCH_DATA", directory.resolve("compare").toString()),
            "dev.tlsbench.experiment.command.Tlsbench",
            arguments)
        .end();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run mongodb-tls -P ../workloads/workloada --cluster mesos://head:5050"
            + "|--cluster: unknown master 'mesos://head:5050'",
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
