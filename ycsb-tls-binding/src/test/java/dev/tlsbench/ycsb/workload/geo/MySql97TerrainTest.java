package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.ycsb.RealServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** MySQL 9.7. */
@Tag("real-servers")
class MySql97TerrainTest extends MySqlTerrainSuite {
  private static String url = "";

  @BeforeAll
  static void find() {
    url = RealServers.running().url("MYSQL_URL") + "?ssl-mode=DISABLED";
  }

  @Override
  String url() {
    return url;
  }

  @Override
  String indexInPlan() {
    return "range scan on suite_points using location";
  }
}
