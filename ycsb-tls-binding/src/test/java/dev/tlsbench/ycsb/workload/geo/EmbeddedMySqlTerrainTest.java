package dev.tlsbench.ycsb.workload.geo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.EmbeddedMySql;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.LocalClient;
import dev.tlsbench.ycsb.SharedServers;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded MariaDB 11.4. */
@Tag("any-jdk")
class EmbeddedMySqlTerrainTest extends MySqlTerrainSuite {
  @SuppressWarnings("NullAway.Init")
  private static EmbeddedMySql server;

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.mySql();
  }

  @Override
  String url() {
    return server.url();
  }

  @Override
  String indexInPlan() {
    return "key=location";
  }

  @Test
  void printsHowManyRowsWereWrittenAndRead(@TempDir Path directory) throws Exception {
    Outcome load = client(directory, "load", TerrainReadWorkload.class);
    assertThat(load.exitCode()).as(load.err()).isZero();
    assertThat(load.lines("[ROWS], Count")).containsExactly("[ROWS], Count, 2000");
    assertThat(load.lines("[GEO_LOAD], Return")).containsExactly("[GEO_LOAD], Return=OK, 4");

    Outcome run = client(directory, "run", TerrainReadWorkload.class);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines("[ROWS], Throughput(rows/sec)")).hasSize(1);
    assertThat(run.lines("[GEO_READ], Return")).containsExactly("[GEO_READ], Return=OK, 10");
  }

  @Test
  void refusesToAddPointsWhereNothingWasLoaded(@TempDir Path directory) throws Exception {
    Outcome run = client(directory, "run", TerrainLoadWorkload.class);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.messages())
        .last()
        .asString()
        .contains("no table suite_points_load that points can be added to; load first");
  }

  private static Outcome client(Path directory, String phase, Class<?> workload) throws Exception {
    return new LocalClient(directory)
        .run(
            phase,
            "mysql-tls",
            "-threads",
            "2",
            "-p",
            "workload=" + workload.getName(),
            "-p",
            "mysql.url=" + server.url(),
            "-p",
            "geo.table=suite_points",
            "-p",
            "geo.rows=2000",
            "-p",
            "geo.batch=500",
            "-p",
            "operationcount=10");
  }
}
