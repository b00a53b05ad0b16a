package dev.tlsbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.workload.geo.TerrainLoadWorkload;
import dev.tlsbench.ycsb.workload.geo.TerrainReadWorkload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Terrain points as workloads of the client, on the embedded servers. */
@Tag("any-jdk")
@Tag("full")
class TerrainWorkloadsTest {
  @SuppressWarnings("NullAway.Init")
  private static EmbeddedServer mySql;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @BeforeAll
  static void start() throws Exception {
    mySql = SharedServers.mySql();
  }

  /** The embedded server takes a 2dsphere index, and then cannot use it. */
  @ParameterizedTest
  @CsvSource({
    "load, dev.tlsbench.ycsb.workload.geo.TerrainReadWorkload",
    "run, dev.tlsbench.ycsb.workload.geo.TerrainReadWorkload",
    "load, dev.tlsbench.ycsb.workload.geo.TerrainLoadWorkload",
    "run, dev.tlsbench.ycsb.workload.geo.TerrainLoadWorkload",
  })
  void areRefusedWithMongoDbBeforeAnythingIsMeasured(String phase, Class<?> workload) {
    Outcome refused = client(phase, "mongodb-tls", workload);

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.messages())
        .last()
        .asString()
        .startsWith("ycsb: workload: this server has no 2dsphere index ($geoWithin");
  }

  @Test
  void printHowManyRowsWereWrittenAndRead() {
    Outcome load = mySqlClient("load", TerrainReadWorkload.class);
    assertThat(load.exitCode()).as(load.err()).isZero();
    assertThat(load.lines("[ROWS], Count")).containsExactly("[ROWS], Count, 2000");
    assertThat(load.lines("[GEO_LOAD], Return")).containsExactly("[GEO_LOAD], Return=OK, 4");

    Outcome run = mySqlClient("run", TerrainReadWorkload.class);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines("[ROWS], Throughput(rows/sec)")).hasSize(1);
    assertThat(run.lines("[GEO_READ], Return")).containsExactly("[GEO_READ], Return=OK, 10");
  }

  @Test
  void refuseToAddPointsWhereNothingWasLoaded() {
    Outcome run = mySqlClient("run", TerrainLoadWorkload.class);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.messages())
        .last()
        .asString()
        .contains("no table suite_points_load that points can be added to; load first");
  }

  private Outcome mySqlClient(String phase, Class<?> workload) {
    return client(
        phase,
        "mysql-tls",
        workload,
        "-threads",
        "2",
        "-p",
        "mysql.url=" + mySql.url(),
        "-p",
        "geo.table=suite_points",
        "-p",
        "geo.rows=2000",
        "-p",
        "geo.batch=500");
  }

  private Outcome client(String phase, String binding, Class<?> workload, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                phase, binding, "-p", "workload=" + workload.getName(), "-p", "operationcount=10"));
    arguments.addAll(Arrays.asList(more));
    return new LocalClient(directory).run(arguments.toArray(String[]::new));
  }
}
