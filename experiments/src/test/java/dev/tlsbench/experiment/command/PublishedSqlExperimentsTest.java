package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The published experiments of SQL databases; see {@link PublishedExperimentsTest}. */
@Tag("full")
@Tag("any-jdk")
@Timeout(1800)
@ExtendWith(ThreadForks.class)
class PublishedSqlExperimentsTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"rds-mysql-tls-sysbench", "memsql-tls"})
  void hasEveryFigure(String name) throws IOException {
    assertThat(ExperimentRun.of(directory, name, SharedServers.mySql().url()).empty()).isEmpty();
  }

  private ExperimentRun onPostgres(String name) throws IOException {
    try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
      return ExperimentRun.of(directory, name, server.url());
    }
  }

  /** The embedded MariaDB has no encryption keys, so half of it is left out. */
  @Test
  void encryptsTablesOrSaysWhyItDoesNot() throws IOException {
    ExperimentRun run = ExperimentRun.of(directory, "rds-mysql-tde", SharedServers.mySql().url());
    assertThat(run.result().at("/steps")).hasSize(3);
    assertThat(run.result().at("/steps"))
        .allSatisfy(
            step ->
                assertThat(step.at("/leftOut").toString()).contains("on: ", "file_key_management"));
    assertThat(run.folder().resolve("report.md")).content().contains("file\\_key\\_management");
    assertThat(run.result().at("/tables/0/rows")).hasSize(7);
    Map<String, Long> empty =
        run.empty().stream()
            .collect(Collectors.groupingBy(cell -> cell.split(", ", 2)[1], Collectors.counting()));
    assertThat(empty)
        .containsEntry("oltp_read_write", 7L)
        .containsEntry("oltp_read_write, on", 7L)
        .allSatisfy(
            // On a busy machine some rows have no whole window.
            (column, rows) -> {
              if (column.matches("oltp_\\w+(, on)?")) {
                assertThat(rows).as(column).isEqualTo(7);
              } else {
                assertThat(rows).as(column).isLessThan(7);
              }
            });
  }

  @Test
  void runsTheTransactionsOfTpcC() throws IOException {
    ExperimentRun run = onPostgres("yugabytedb-tpcc-tls");
    assertThat(run.empty()).isEmpty();
    assertThat(run.folder().resolve("report.md"))
        .content()
        .contains("tpmC", "about −5 %", "No result here is an audited TPC-C");
  }

  /** The embedded server demands a password. */
  @Test
  void opensConnectionsToPostgresInEachWay() throws IOException {
    ExperimentRun run = onPostgres("postgresql-connections");
    assertThat(run.empty())
        .containsExactly(
            "nothing, trust",
            "nothing, trust, ratio",
            "1ms, trust",
            "1ms, trust, ratio",
            "5ms, trust",
            "5ms, trust, ratio");
    assertThat(run.result().at("/steps"))
        .filteredOn(step -> step.at("/name").asText().startsWith("trust-"))
        .hasSize(3)
        .allSatisfy(
            step ->
                assertThat(step.at("/leftOut").toString())
                    .contains("trust-full: ", "no pg_hba.conf entry"));
  }

  /** PostgreSQL resumes no session, and starts a process for each connection. */
  @Test
  void readsOnConnectionsOfTheirOwnAndFromAPool() throws IOException {
    ExperimentRun run = onPostgres("no-pool");
    // The kernel counts a server's CPU time in ticks of 10 ms, of which so short a run may have too
    // few.
    assertThat(run.empty()).allMatch(cell -> cell.endsWith("-each, server CPU"));
    JsonNode pool = CommandRun.json(run.folder().resolve("pool"), "result.json");
    for (JsonNode variant : pool.at("/points/0/variants")) {
      String name = variant.at("/name").asText();
      long connections = variant.at("/connections/opened").asLong();
      long requests = variant.at("/work/operations").asLong();
      assertThat(connections >= requests)
          .as(name + ": " + connections + " for " + requests + " requests")
          .isEqualTo(name.endsWith("-each"));
      assertThat(variant.at("/resources/serverCpuMicrosPerOperation").asDouble())
          .as(name)
          .isPositive();
    }
  }

  /** The embedded server demands a password; PostgreSQL resumes no session. */
  @Test
  void opensConnectionsThatTrustManyAuthorities() throws IOException {
    ExperimentRun run = onPostgres("ca-bundle");
    assertThat(run.empty())
        .hasSize(12)
        .allMatch(cell -> cell.matches("(1|50|500), (CA file read once|driver's own TLS).*"));
    assertThat(run.result().at("/steps").findValues("leftOut").toString())
        .contains("once-500-resumed: ", "driver-500-resumed: ")
        .doesNotContain("-full: ");
    assertThat(run.folder().resolve("report.md")).content().contains("500 authorities");
  }
}
