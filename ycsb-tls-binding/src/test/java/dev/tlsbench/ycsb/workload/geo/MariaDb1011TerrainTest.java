package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.ycsb.RealServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** MariaDB 10.11. */
@Tag("real-servers")
class MariaDb1011TerrainTest extends MySqlTerrainSuite {
  private static String url = "";

  @BeforeAll
  static void find() {
    url = RealServers.running().url("MARIADB_URL") + "?ssl-mode=DISABLED";
  }

  @Override
  String url() {
    return url;
  }

  @Override
  String indexInPlan() {
    return "key=location";
  }
}
