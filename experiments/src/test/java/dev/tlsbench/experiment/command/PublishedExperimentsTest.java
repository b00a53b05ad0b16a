package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import dev.tlsbench.measure.Servers;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The published experiments, each run completely, at a scale that is too small for any figure.
 * Tests the presence of figures and checks. The longest is {@link SuitesExperimentTest}, a class of
 * its own, so that another JVM runs it meanwhile.
 */
@Tag("full")
@Tag("any-jdk")
@Timeout(600)
class PublishedExperimentsTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  private ExperimentRun run(String name, String url) throws IOException {
    CommandRun run =
        CommandRun.of(
            "run", name, url, "--scale", ExperimentRun.SCALE, "--output", directory.toString());
    // The checks of such a short run may fail.
    assertThat(run.exitCode()).as(run.err() + run.out()).isIn(0, 4);
    return ExperimentRun.in(directory);
  }

  @Test
  void connectsToMongoDbAsTheApsaraDbScriptDoes() throws IOException {
    ExperimentRun run = run("apsaradb-mongodb-tls", Servers.mongo().url());
    assertThat(run.empty())
        .containsExactly(
            "authentication, plain",
            "authentication, TLS, full handshake",
            "authentication, TLS, resumed");
    assertThat(run.checks())
        .contains(
            "A connection with a full handshake takes more of the client's CPU than one with a"
                + " resumed session",
            "A connection with a resumed session takes more of the client's CPU than one without"
                + " TLS",
            "A connection with a resumed session takes longer than one without TLS");
    assertThat(run.outcomes()).doesNotContain("leftOut");
  }

  @Test
  void runsSysbenchsTransactionsOverTls() throws IOException {
    ExperimentRun run = run("rds-mysql-tls-sysbench", Servers.mySql().url());
    assertThat(run.empty()).containsExactly("plain, 95th percentile, against plain");
    assertThat(run.outcomes()).hasSize(2).doesNotContain("leftOut");
  }

  /** The embedded MariaDB has no encryption keys, so half of it is left out. */
  @Test
  void encryptsTablesOrSaysWhyItDoesNot() throws IOException {
    ExperimentRun run = run("rds-mysql-tde", Servers.mySql().url());
    assertThat(run.result().at("/steps")).hasSize(3);
    assertThat(run.result().at("/steps"))
        .allSatisfy(
            step ->
                assertThat(step.at("/leftOut").toString()).contains("on: ", "file_key_management"));
    assertThat(run.folder().resolve("report.md")).content().contains("file\\_key\\_management");
    assertThat(run.empty()).isNotEmpty().allMatch(cell -> cell.matches(".*(, on|on against off)"));
    assertThat(run.result().at("/evaluation/tables/0/rows")).hasSize(7);
  }

  @Test
  void runsTheTransactionsOfTpcC() throws IOException {
    try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
      ExperimentRun run = run("yugabytedb-tpcc-tls", server.url());
      // Delivery, Order-Status and Stock-Level are rare, and so may lack a ratio in a short run.
      assertThat(run.empty()).allMatch(cell -> cell.endsWith(", mean, against plain"));
      assertThat(run.outcomes()).hasSize(1).doesNotContain("leftOut");
      assertThat(run.folder().resolve("report.md"))
          .content()
          .contains("tpmC", "about −5 %", "not an audited TPC-C result");
    }
  }

  @Test
  void readsAndUpdatesRecordsOfCassandra() throws IOException {
    ExperimentRun run = run("ic2e-cassandra-tls", Servers.cassandra().url());
    assertThat(run.empty()).isEmpty();
    assertThat(run.result().at("/steps").findValuesAsText("name"))
        .containsExactly("tls", "aes-jdk", "aes-openssl");
    assertThat(run.folder().resolve("report.md"))
        .content()
        .contains("about −9 %", "about −10 %", "tls13@openssl");
  }

  /** The embedded server demands a password. */
  @Test
  void opensConnectionsToPostgresInEachWay() throws IOException {
    try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
      ExperimentRun run = run("postgresql-connections", server.url());
      assertThat(run.empty())
          .containsExactly(
              "nothing, trust",
              "nothing, trust, ratio",
              "1ms, trust",
              "1ms, trust, ratio",
              "5ms, trust",
              "5ms, trust, ratio",
              "direct, request for TLS");
      assertThat(run.result().at("/steps"))
          .filteredOn(step -> step.at("/name").asText().startsWith("trust-"))
          .hasSize(3)
          .allSatisfy(
              step ->
                  assertThat(step.at("/leftOut").toString())
                      .contains("trust-full: ", "no pg_hba.conf entry"));
      assertThat(run.outcomes()).hasSize(4).doesNotContain("leftOut");
    }
  }

  /** The embedded server is SunJSSE, which has the hybrid group from Java 27 on. */
  @Test
  void offersAHybridKeyExchangeToAServerThatLacksIt() throws IOException {
    ExperimentRun run = run("post-quantum-connections", Servers.mongo().url());
    assertThat(run.empty()).isEmpty();
    assertThat(run.outcomes()).hasSize(1).doesNotContain("leftOut");
    assertThat(run.folder().resolve("report.md"))
        .content()
        .contains("ClientHellos over 1,460 bytes", "second ClientHello needed");
  }

  @Test
  void loadsAndReadsTerrainPoints() throws IOException {
    ExperimentRun run = run("memsql-tls", Servers.mySql().url());
    assertThat(run.empty()).isEmpty();
    assertThat(run.outcomes()).hasSize(1).doesNotContain("leftOut");
  }
}
