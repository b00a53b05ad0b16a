package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.experiment.catalog.ShortExperiment;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.SharedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The published experiment {@code mysql-go-tls}; {@link PublishedExperimentsTest} has the others.
 */
@Tag("full")
@Tag("any-jdk")
@Timeout(1800)
class SuitesExperimentTest {
  @TempDir private Path directory;

  /** In a JVM of its own, which may still permit 3DES. */
  @Test
  void connectsReconnectsAndTransfersSuiteBySuite() throws Exception {
    Path errors = directory.resolve("err.txt");
    Path output = Files.createDirectory(directory.resolve("results"));
    Process process =
        CommandRun.inOwnJvm(
                List.of(
                    "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    "-D" + ThreadForks.PROPERTY + "=true"),
                "run",
                ShortExperiment.write(directory, "mysql-go-tls").toString(),
                SharedServers.mySql().url(),
                "--legacy-tls",
                "--output=" + output)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(errors.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(errors)).isIn(0, 4);
    ExperimentRun run = ExperimentRun.in(output);
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
