package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The published experiments, each run completely, with too little to measure for any figure. Tests
 * the presence of figures and checks. Those of SQL databases are in {@link
 * PublishedSqlExperimentsTest} and {@link SuitesExperimentTest}, so that other JVMs run them
 * meanwhile.
 */
@Tag("full")
@Tag("any-jdk")
@Timeout(1800)
@ExtendWith(ThreadForks.class)
class PublishedExperimentsTest {
  @TempDir private Path directory;

  static Stream<Arguments> complete() {
    String mongo = SharedServers.mongo().url();
    return Stream.of(
        Arguments.of("apsaradb-mongodb-tls", mongo, "connect reused", List.of("## The figures")),
        Arguments.of(
            "ic2e-cassandra-tls",
            SharedServers.cassandra().url(),
            "tls aes-jdk aes-openssl",
            List.of("about −9 %", "about −10 %", "tls13@openssl")),
        // The embedded server is SunJSSE, which has the hybrid group from Java 27 on.
        Arguments.of(
            "post-quantum-connections",
            mongo,
            "connect-0ms connect-1ms connect-5ms connect-20ms",
            List.of("ClientHellos over 1,460 bytes", "second ClientHello needed")),
        Arguments.of(
            "driver-benchmark-tls",
            mongo,
            "find command download",
            List.of("−38 %", "tls13@driver")));
  }

  @ParameterizedTest
  @MethodSource("complete")
  void hasEveryStepAndFigure(String name, String url, String steps, List<String> words)
      throws IOException {
    ExperimentRun run = ExperimentRun.of(directory, name, url);

    assertThat(run.empty()).isEmpty();
    assertThat(run.result().at("/steps").findValuesAsText("name"))
        .containsExactly(steps.split(" "));
    assertThat(run.folder().resolve("report.md")).content().contains(words);
  }

  /** The server stands for two proxies; the third one is not there. */
  @Test
  void readsAndConnectsThroughProxiesThatAreGiven() throws IOException {
    String url = SharedServers.mongo().url();
    ExperimentRun run =
        ExperimentRun.of(
            directory, "proxy-hop", url, "-p", "proxy.url=" + url, "-p", "proxy.plain.url=" + url);
    assertThat(run.empty()).isNotEmpty().allMatch(cell -> cell.startsWith("TLS, TLS, "));
    assertThat(run.result().at("/steps").findValuesAsText("name"))
        .filteredOn(name -> name.endsWith("-both"))
        .hasSize(2);
    assertThat(run.result().at("/steps"))
        .allSatisfy(
            step ->
                assertThat(step.at("/leftOut").toString())
                    .matches(
                        step.at("/name").asText().endsWith("-both")
                            ? ".*nor a property 'proxy\\.tls\\.url' that holds one.*"
                            : "\\[]"));
    assertThat(run.folder().resolve("report.md")).content().contains("through the proxy");
  }
}
