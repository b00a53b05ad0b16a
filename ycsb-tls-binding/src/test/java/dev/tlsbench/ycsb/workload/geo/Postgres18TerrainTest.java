package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.ycsb.RealServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** PostgreSQL 18. */
@Tag("real-servers")
class Postgres18TerrainTest extends PostgresTerrainSuite {
  private static String url = "";

  @BeforeAll
  static void find() {
    url = RealServers.running().url("POSTGRESQL_URL") + "?sslmode=disable";
  }

  @Override
  String url() {
    return url;
  }
}
