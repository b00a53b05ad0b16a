package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.store.GeoPolygon;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import site.ycsb.Status;

/** The suite for databases with a JDBC driver. */
abstract class SqlTerrainSuite extends TerrainSuite {
  private static final String FOREIGN = "id";

  SqlTerrainSuite(String binding) {
    super(Binding.of(binding));
  }

  /** Returns a query for the names of a table's columns, each in a column {@code Field}. */
  abstract String columns(String table);

  /** Returns a query for the points in a polygon's bounding box. */
  abstract String pointsInBox(SqlConnection sql, String table, GeoPolygon polygon);

  @Override
  void drop(DirectClient client, String table) {
    text(client, sql -> "DROP TABLE IF EXISTS " + table);
  }

  @Override
  void createForeign(DirectClient client, String table) {
    text(client, sql -> "CREATE TABLE " + table + " (" + FOREIGN + " INTEGER PRIMARY KEY)");
  }

  @Override
  boolean isForeign(DirectClient client, String table) {
    return text(client, sql -> columns(table)).startsWith("Field=" + FOREIGN);
  }

  @Override
  long inBox(DirectClient client, String table, GeoPolygon polygon) {
    return text(client, sql -> pointsInBox(sql, table, polygon)).lines().count();
  }

  @Override
  String plan(DirectClient client, GeoOptions options, GeoPolygon polygon) {
    return text(
        client,
        sql -> "EXPLAIN " + sql.dialect().pointsInside(options.table(), polygon.wellKnownText()));
  }

  /** A statement for a connection. */
  interface Query {
    String run(SqlConnection sql) throws SQLException;
  }

  /** Returns the result of a statement: a line for each row, with the names of its columns. */
  private static String text(DirectClient client, Query query) {
    StringBuilder lines = new StringBuilder();
    Status status =
        client.direct(
            "LOOK",
            SqlConnection.class,
            sql -> {
              try (Statement statement = sql.connection().createStatement()) {
                if (statement.execute(query.run(sql))) {
                  read(statement.getResultSet(), lines);
                }
              }
              return Status.OK;
            });
    if (!status.isOk()) {
      throw new IllegalStateException("the statement failed; the reason is on standard error");
    }
    return lines.toString();
  }

  private static void read(ResultSet rows, StringBuilder lines) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    while (rows.next()) {
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        String value = String.valueOf(rows.getString(i)).replace("\n", " ");
        lines.append(columns.getColumnLabel(i)).append('=').append(value).append(' ');
      }
      lines.append('\n');
    }
  }
}
