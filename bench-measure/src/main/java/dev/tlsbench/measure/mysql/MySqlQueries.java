package dev.tlsbench.measure.mysql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.secret.Secrets;
import dev.tlsbench.ycsb.session.RunProperties;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Queries to MySQL or MariaDB over a connection of their own. For one thread at a time. */
final class MySqlQueries implements AutoCloseable {
  private final MySqlConnections connections;
  private final Connection connection;

  /** Connects with the properties of a run. */
  MySqlQueries(Properties properties) throws ConnectFailedException {
    MySqlUrl url = MeasuredMySql.url(properties);
    connections = MySqlConnections.open(url, url.settings(RunProperties.strings(properties)));
    try {
      connection = connections.connect();
    } catch (ConnectFailedException | RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  /** Returns the first two columns of a query's rows. */
  Map<String, String> pairs(String sql) throws ConnectFailedException {
    Map<String, String> pairs = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        pairs.put(rows.getString(1), rows.getString(2));
      }
      return pairs;
    } catch (SQLException e) {
      throw new ConnectFailedException(
          "the server does not report its settings: " + Secrets.NONE.hide(e.getMessage()));
    }
  }

  /** Runs a statement and ignores its result. */
  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    try (connections;
        connection) {
      return;
    } catch (SQLException e) {
      throw new IllegalStateException("the connection cannot be closed", e);
    }
  }
}
