package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.SharedServers;
import org.junit.jupiter.api.BeforeAll;

/** The embedded PostgreSQL 18. */
class EmbeddedPostgresTerrainTest extends PostgresTerrainSuite {
  @SuppressWarnings("NullAway.Init")
  private static EmbeddedServer server;

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.postgres();
  }

  @Override
  String url() {
    return server.url();
  }
}
