package dev.tlsbench.ycsb.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A connection, and the dialect of its database; lent to workloads. */
public record SqlConnection(Connection connection, SqlDialect dialect) {
  /** Executes a statement. */
  public void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  boolean isEmpty(String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 1")) {
      return !row.next();
    }
  }

  /** Counts the rows; the server reads all of them. */
  long count(String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      row.next();
      return row.getLong(1);
    }
  }
}
