package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.experiment.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The published experiments, each run completely, at a scale that is too small for any figure.
 * Tests the presence of figures and checks.
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
    // Intervals of so short a run may hold what they should not.
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
  void loadsAndReadsTerrainPoints() throws IOException {
    ExperimentRun run = run("memsql-tls", Servers.mySql().url());
    assertThat(run.empty()).isEmpty();
    assertThat(run.outcomes()).hasSize(1).doesNotContain("leftOut");
  }

  /** In a JVM of its own, which may still permit 3DES. */
  @Test
  void connectsReconnectsAndTransfersSuiteBySuite() throws Exception {
    Path errors = directory.resolve("err.txt");
    Path output = Files.createDirectory(directory.resolve("results"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dtlsbench.home=" + System.getProperty("tlsbench.home"),
                "-cp",
                System.getProperty("java.class.path"),
                Tlsbench.class.getName(),
                "run",
                "mysql-go-tls",
                Servers.mySql().url(),
                "--legacy-tls",
                "--scale",
                ExperimentRun.SCALE,
                "--output",
                output.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(errors.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(errors)).isIn(0, 4);
    ExperimentRun run = ExperimentRun.in(output);
    assertThat(run.checks())
        .contains(
            "TLSv1.2: a new connection takes more of the client's CPU than reconnecting with a"
                + " session",
            "Round trips of a full handshake of TLS 1.2",
            "Round trips of a full handshake of TLS 1.3",
            "3DES takes more of the client's CPU for a dump than AES-128-GCM");
    // MariaDB's wolfSSL resumes no session of TLS 1.3, and has no RC4; and the kernel counts a
    // server's CPU time in ticks of 10 ms, of which a slow machine may see none in so short a time.
    assertThat(run.empty())
        .allMatch(
            cell ->
                cell.matches(
                    "(TLSv1\\.3|tls13-\\S+), .*reconnecting.*|tls12-rc4, .*|.*, server CPU, .*"));
    assertThat(run.result().at("/steps").findValues("leftOut").toString())
        .contains("resumed no session", "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA");
  }
}
