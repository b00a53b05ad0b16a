package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of a pipeline: {@code --fail-if} and {@code --junit}. */
@Tag("any-jdk")
@Timeout(120)
@ExtendWith(ThreadForks.class)
class GateTest {
  @TempDir private Path directory;

  private CommandRun connect(String connections, String... limits) {
    List<String> args = new ArrayList<>(List.of("connect", SharedServers.mongo().url()));
    args.add("-n " + connections + " --warm-up 0s --open-only --forks 2 --cores all");
    args.addAll(List.of("--junit", junit()));
    for (String limit : limits) {
      args.addAll(List.of("--fail-if", limit));
    }
    return CommandRun.in(directory.resolve("results"), args.toArray(String[]::new));
  }

  private String junit() {
    return directory.resolve("junit.xml").toString();
  }

  private JsonNode result(String schema) throws IOException {
    return CommandRun.result(CommandRun.folder(directory.resolve("results")), schema);
  }

  @Test
  void exitsWithFiveIfALimitIsExceeded() throws IOException {
    CommandRun run = connect("20", "tls-full.total > 60s", "tls-full.tlsHandshake > 1us");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(5);
    assertThat(run.err())
        .contains("tlsbench: tls-full.tlsHandshake > 1us: tls-full.tlsHandshake is ")
        .doesNotContain("tls-full.total > 60s: ");
    assertThat(run.out()).contains("A limit is exceeded");
    JsonNode result = result("connect");
    assertThat(result.at("/run/exitCode").asInt()).isEqualTo(5);
    assertThat(result.at("/run/limits/0/outcome").asText()).isEqualTo("holds");
    assertThat(result.at("/run/limits/1/outcome").asText()).isEqualTo("broken");
    assertThat(Files.readString(Path.of(junit())))
        .contains("tests=\"3\" failures=\"1\" errors=\"0\"");
  }

  @Test
  void exitsWithZeroIfAllLimitsAreKept() {
    connect("20", "tls-full.total > 100000", "tls-resumed.clientCpu > 60s").succeeded();
  }

  @Test
  void exitsWithSixIfThereIsTooLittleToDecide() throws IOException {
    CommandRun run = connect("4", "tls-full.total > 60s");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(6);
    assertThat(run.err()).contains("six connections");
    assertThat(Files.readString(Path.of(junit()))).contains("errors=\"1\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compare|tls14.typical > 1.1|no such variant",
        "compare|plain.typical > 1.1|no such variant",
        "compare|tls13.latency > 1.1|choose one of typical",
        "compare|tls13.typical > 1ms|omit the unit",
        "compare|tls13.typical|is no limit",
        "sweep|threads=4.tls14.typical > 1.1|no such variant",
        "saturate|tls14.typical > 1.1|or one of them at threads=1, threads=4, threads=16",
        "connect|tls-half.total > 1.1|kinds are plain, tls-full, tls-resumed",
        "connect|tls-full.sum > 1.1|parts tcpConnect",
        "connect|tls-full.tlsHandshake > 1.1|limit its time",
        "connect|plain.total > 1.1|limit its time",
        "connect|concurrency=1.tls-full.throughput < 0.5|write a kind and a part",
      })
  void refusesALimitForNoFigureBeforeItMeasures(String command, String limit, String message) {
    CommandRun.of(command, "mongodb://127.0.0.1:1/ycsb", "--fail-if", limit)
        .refused("tlsbench: --fail-if: ", message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "concurrency=4.tls-full.throughput < 0.5|write a kind and a part",
        "concurrency=8.tls-half.throughput < 0.5|kinds are plain, tls-full, tls-resumed",
        "concurrency=8.tls-full.total > 1.1|parts throughput and serverCpu",
        "concurrency=8.tls-full.throughput > 1ms|has no time but serverCpu",
        "concurrency=8.tls-full.serverCpu > 1.1|limit its time",
        "concurrency=8.plain.throughput < 0.5|limit its time",
      })
  void refusesALimitForNoFigureOfAStorm(String limit, String message) {
    CommandRun.of("connect", "mongodb://127.0.0.1:1/ycsb", "--concurrency 1,8", "--fail-if", limit)
        .refused("tlsbench: --fail-if: ", message);
  }

  @Test
  void leavesAnErrorWhereARunBreaksOff() throws IOException {
    CommandRun run =
        CommandRun.in(
            directory.resolve("results"),
            "connect",
            "mongodb://127.0.0.1:1/ycsb",
            "--junit",
            junit());

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(Files.readString(Path.of(junit()))).contains("errors=\"1\"");
  }

  /** So short a run may be unusable as well, which comes first. */
  @Tag("full")
  @Test
  void limitsRatiosOfAComparison() throws IOException {
    CommandRun run =
        CommandRun.in(
            directory.resolve("results"),
            "compare",
            SharedServers.mongo().url(),
            "--load -p workload=site.ycsb.workloads.CoreWorkload -p recordcount=50",
            "--cores all --forks 3 --epochs 3 --window 20ms --warm-up 100ms",
            "--fail-if",
            "tls13.throughput < 1000",
            "--fail-if",
            "tls13.typical > 1000");

    assertThat(run.exitCode()).as(run.err()).isIn(4, 5);
    JsonNode result = result("result");
    assertThat(result.at("/run/limits/0/outcome").asText()).isEqualTo("broken");
    assertThat(result.at("/run/limits/1/outcome").asText()).isEqualTo("holds");
  }
}
