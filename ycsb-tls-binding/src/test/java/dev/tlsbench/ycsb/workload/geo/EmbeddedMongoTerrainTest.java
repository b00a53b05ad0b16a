package dev.tlsbench.ycsb.workload.geo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.LocalClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The embedded MongoDB-compatible server: it takes a 2dsphere index, and then cannot use it. */
@Tag("any-jdk")
class EmbeddedMongoTerrainTest {
  @ParameterizedTest
  @CsvSource({
    "load, TerrainReadWorkload",
    "run, TerrainReadWorkload",
    "load, TerrainLoadWorkload",
    "run, TerrainLoadWorkload",
  })
  void isRefusedBeforeAnythingIsMeasured(String phase, String workload, @TempDir Path directory)
      throws Exception {
    Outcome refused =
        new LocalClient(directory)
            .run(
                phase,
                "mongodb-tls",
                "-p",
                "workload=" + getClass().getPackageName() + "." + workload,
                "-p",
                "operationcount=10");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.messages())
        .last()
        .asString()
        .startsWith("ycsb: workload: this server has no 2dsphere index ($geoWithin");
  }
}
