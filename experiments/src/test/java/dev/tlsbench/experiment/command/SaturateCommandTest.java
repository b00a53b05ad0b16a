package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More and more clients, until this machine is busy. */
@Tag("any-jdk")
@Timeout(180)
@Tag("full")
class SaturateCommandTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Test
  void raisesTheLoadAndReportsTheBusySideAndComparesThere() throws IOException {
    raisesTheLoad(SharedServers.mongo().url());
  }

  @Test
  void raisesTheLoadOfASessionThatAllClientsShare() throws IOException {
    raisesTheLoad(SharedServers.cassandra().url());
  }

  private void raisesTheLoad(String url) throws IOException {
    ShortRun run = ShortRun.of(directory, "saturate", url, "--load", "--threads", "1").ended();

    JsonNode result = run.result();
    assertThat(result.at("/experiment").asText()).isEqualTo("saturate");
    int threads = result.at("/setup/clients/threads").asInt();
    assertThat(run.run().err()).contains("With 1 client ").contains("With " + threads + " client");
    assertThat(result.at("/run/warnings").toString())
        .contains("With " + threads + " client")
        .containsPattern("share it|the limit is|were not tried");
    assertThat(run.folder().resolve("report.md")).content().contains("With " + threads + " client");
    for (JsonNode variant : result.at("/points/0/variants")) {
      assertThat(variant.at("/latency/p95Micros").asDouble()).isPositive();
      assertThat(variant.at("/work/throughputPerSecond").asDouble()).isPositive();
    }
  }
}
