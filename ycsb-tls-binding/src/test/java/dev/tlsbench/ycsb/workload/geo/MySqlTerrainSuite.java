package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.store.GeoPolygon;

/** The suite for MySQL and MariaDB. */
abstract class MySqlTerrainSuite extends SqlTerrainSuite {
  MySqlTerrainSuite() {
    super("mysql-tls");
  }

  @Override
  String columns(String table) {
    return "DESCRIBE " + table;
  }

  @Override
  String pointsInBox(SqlConnection sql, String table, GeoPolygon polygon) {
    return "SELECT ent_id FROM "
        + table
        + " WHERE MBRContains(ST_GeomFromText('"
        + polygon.wellKnownText()
        + "'), location)";
  }
}
