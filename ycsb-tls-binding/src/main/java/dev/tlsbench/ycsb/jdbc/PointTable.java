package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.ycsb.store.GeoPolygon;
import dev.tlsbench.ycsb.store.PointStore;
import dev.tlsbench.ycsb.store.TerrainPoint;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;

/** A table of points with a spatial index. */
record PointTable(SqlConnection sql, TableMark mark) implements PointStore {
  private static final int COLUMNS = 4;
  private static final int ROW_LENGTH = 64;

  @Override
  public void create() throws SQLException {
    mark.create(sql.dialect().words().pointColumns(), "");
    for (String index : sql.dialect().indexPoints(mark.table())) {
      sql.execute(index);
    }
  }

  @Override
  public void append(int count) throws SQLException {
    StringBuilder insert = new StringBuilder(ROW_LENGTH * (count + 1));
    insert.append("INSERT INTO ").append(mark.table());
    insert.append(" (location, elevation, ent_id, time_sec) VALUES ");
    for (int i = 0; i < count; i++) {
      TerrainPoint point = TerrainPoint.random(ThreadLocalRandom.current());
      insert
          .append(i == 0 ? "(POINT(" : ",(POINT(")
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
    sql.execute(insert.toString());
    Connection connection = sql.connection();
    if (!connection.getAutoCommit()) {
      // Another thread counts the rows at the end.
      connection.commit();
    }
  }

  @Override
  public boolean isEmpty() throws SQLException {
    return sql.isEmpty(mark.table());
  }

  @Override
  public long count() throws SQLException {
    return sql.count(mark.table());
  }

  @Override
  public long read(GeoPolygon polygon) throws SQLException {
    String query = sql.dialect().pointsInside(mark.table(), polygon.wellKnownText());
    try (Statement statement = sql.connection().createStatement();
        ResultSet row = statement.executeQuery(query)) {
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
}
