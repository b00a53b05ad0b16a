package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.ycsb.workload.TableMark;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** An InnoDB table with a spatial index, in MySQL or MariaDB. */
final class PointTable implements PointStore {
  private static final int COLUMNS = 4;
  private static final int ROW_LENGTH = 64;

  private final GeoOptions options;
  private final Connection connection;
  private final TableMark mark;

  PointTable(GeoOptions options, Connection connection) {
    this.options = options;
    this.connection = connection;
    this.mark = new TableMark(options.table());
  }

  /**
   * Sets an SRID, without which MySQL's optimizer ignores the column's index (<a
   * href="https://dev.mysql.com/doc/refman/9.7/en/spatial-index-optimization.html">Using Spatial
   * Indexes</a>). MariaDB, which does not support one for a column, skips comments for MySQL 8.
   */
  @Override
  public void create() throws SQLException {
    mark.drop(connection);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE "
              + mark.table()
              + " (location POINT NOT NULL /*!80003 SRID 0 */, elevation INT UNSIGNED NOT NULL,"
              + " ent_id INT UNSIGNED NOT NULL, time_sec INT UNSIGNED NOT NULL,"
              + " SPATIAL INDEX location (location)) ENGINE=InnoDB "
              + TableMark.loading()
              + options.encryption().clause(connection));
    }
  }

  @Override
  public void append(int count) throws SQLException {
    StringBuilder sql = new StringBuilder(ROW_LENGTH * (count + 1));
    sql.append("INSERT INTO ").append(mark.table());
    sql.append(" (location, elevation, ent_id, time_sec) VALUES ");
    for (int i = 0; i < count; i++) {
      TerrainPoint point = TerrainPoint.random(ThreadLocalRandom.current());
      sql.append(i == 0 ? "(POINT(" : ",(POINT(")
          .append(point.longitude())
          .append(',')
          .append(point.latitude())
          .append("),")
          .append(point.elevation())
          .append(',')
          .append(point.entId())
          .append(',')
          .append(point.timeSec())
          .append(')');
    }
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql.toString());
    }
    if (!connection.getAutoCommit()) {
      // Another thread counts the rows at the end.
      connection.commit();
    }
  }

  @Override
  public void complete(String what) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      mark.loaded(statement, what);
    }
  }

  @Override
  public boolean isLoading() throws SQLException {
    return mark.isLoading(connection);
  }

  @Override
  public Optional<String> content() throws SQLException {
    return mark.content(connection);
  }

  @Override
  public boolean isEmpty() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT 1 FROM " + mark.table() + " LIMIT 1")) {
      return !row.next();
    }
  }

  @Override
  public long count() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + mark.table())) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public long read(GeoPolygon polygon) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query(polygon))) {
      long rows = 0;
      while (row.next()) {
        for (int column = 1; column <= COLUMNS; column++) {
          row.getBytes(column);
        }
        rows++;
      }
      return rows;
    }
  }

  /**
   * Returns the query with an index hint, as in the original: statistics are outdated right after a
   * load.
   */
  String query(GeoPolygon polygon) {
    return "SELECT location, elevation, ent_id, time_sec FROM "
        + mark.table()
        + " FORCE INDEX (location) WHERE ST_Contains(ST_GeomFromText('"
        + polygon.wellKnownText()
        + "'), location)";
  }
}
