package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.SharedServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The embedded MariaDB 11.4. */
@Tag("any-jdk")
class EmbeddedMySqlTerrainTest extends MySqlTerrainSuite {
  @SuppressWarnings("NullAway.Init")
  private static EmbeddedServer server;

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
}
