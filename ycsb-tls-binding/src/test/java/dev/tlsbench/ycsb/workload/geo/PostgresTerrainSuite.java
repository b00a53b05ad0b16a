package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.store.GeoPolygon;

/** The suite for PostgreSQL. */
abstract class PostgresTerrainSuite extends SqlTerrainSuite {
  PostgresTerrainSuite() {
    super("postgresql-tls");
  }

  @Override
  String columns(String table) {
    return "SELECT column_name AS \"Field\" FROM information_schema.columns WHERE table_name = '"
        + table
        + "' ORDER BY ordinal_position";
  }

  @Override
  String pointsInBox(SqlConnection sql, String table, GeoPolygon polygon) {
    return sql.dialect()
        .pointsInside(table, polygon.wellKnownText())
        .replaceFirst("(polygon '[^']+')", "box($1)");
  }

  @Override
  String indexInPlan() {
    return "Index Scan on suite_points_location_idx";
  }
}
