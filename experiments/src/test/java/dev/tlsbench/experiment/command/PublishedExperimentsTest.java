package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The published experiments, each run completely, with too little to measure for any figure. Tests
 * the presence of figures and checks. Those of SQL databases are in {@link
 * PublishedSqlExperimentsTest} and {@link SuitesExperimentTest}, so that other JVMs run them
 * meanwhile.
 */
@Tag("full")
@Tag("any-jdk")
@Timeout(1800)
class PublishedExperimentsTest {
  @TempDir private Path directory;

  @Test
  void connectsToMongoDbAsTheApsaraDbScriptDoes() throws IOException {
    ExperimentRun run =
        ExperimentRun.of(directory, "apsaradb-mongodb-tls", SharedServers.mongo().url());
    assertThat(run.empty()).isEmpty();
  }

  @Test
  void readsAndUpdatesRecordsOfCassandra() throws IOException {
    ExperimentRun run =
        ExperimentRun.of(directory, "ic2e-cassandra-tls", SharedServers.cassandra().url());
    assertThat(run.empty()).isEmpty();
    assertThat(run.result().at("/steps").findValuesAsText("name"))
        .containsExactly("tls", "aes-jdk", "aes-openssl");
    assertThat(run.folder().resolve("report.md"))
        .content()
        .contains("about −9 %", "about −10 %", "tls13@openssl");
  }

  /** The embedded server is SunJSSE, which has the hybrid group from Java 27 on. */
  @Test
  void offersAHybridKeyExchangeToAServerThatLacksIt() throws IOException {
    ExperimentRun run =
        ExperimentRun.of(directory, "post-quantum-connections", SharedServers.mongo().url());
    assertThat(run.empty()).isEmpty();
    assertThat(run.folder().resolve("report.md"))
        .content()
        .contains("ClientHellos over 1,460 bytes", "second ClientHello needed");
  }

  @Test
  void findsCommandsAndDownloadsAsTheBenchmarksOfMongoDbsDrivers() throws IOException {
    ExperimentRun run =
        ExperimentRun.of(directory, "driver-benchmark-tls", SharedServers.mongo().url());
    assertThat(run.empty()).isEmpty();
    assertThat(run.result().at("/steps").findValuesAsText("name"))
        .containsExactly("find", "command", "download");
    assertThat(run.folder().resolve("report.md")).content().contains("−38 %", "tls13@driver");
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
