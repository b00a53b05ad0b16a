package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The experiment {@code valkey-tls}; {@link PublishedExperimentsTest} has others. */
@Tag("full")
@Tag("any-jdk")
@Timeout(1800)
@ExtendWith(ThreadForks.class)
class RedisExperimentTest {
  @TempDir private Path directory;

  /** The server stands for the one with I/O threads, too. */
  @Test
  void comparesPipelinesConnectionsAndThreads() throws IOException {
    String url = SharedServers.redis().url();
    ExperimentRun run =
        ExperimentRun.of(directory, "valkey-tls", url, "-p", "iothreads.url=" + url);

    // The kernel counts a server's CPU time in ticks of 10 ms.
    assertThat(run.empty()).allMatch(cell -> cell.endsWith(", server CPU"));
    assertThat(run.result().at("/steps"))
        .hasSize(18)
        .allSatisfy(step -> assertThat(step.at("/leftOut")).isEmpty());
    assertThat(run.folder().resolve("report.md")).content().contains("−36 to −61 %");
  }
}
