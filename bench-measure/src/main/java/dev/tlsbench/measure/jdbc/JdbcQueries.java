package dev.tlsbench.measure.jdbc;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.ycsb.session.RunProperties;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import javax.sql.DataSource;

/** Queries to a server over a connection of their own. For one thread at a time. */
public final class JdbcQueries implements AutoCloseable {
  private final Connections connections;
  private final Connection connection;

  public JdbcQueries(DatabaseUrl url, Properties properties) throws ConnectFailedException {
    this(url, url.settings(RunProperties.strings(properties)));
  }

  JdbcQueries(DatabaseUrl url, TlsSettings tls) throws ConnectFailedException {
    connections = url.open(tls, Dialer.DIRECT, new TlsLedger());
    try {
      connection = connections.driver(DataSource.class).getConnection();
    } catch (SQLException e) {
      connections.close();
      throw Causes.find(e, ConnectFailedException.class)
          .orElseGet(() -> new ConnectFailedException(url + ": " + e.getMessage()));
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  /** Returns the first two columns of a query's rows. */
  public Map<String, String> pairs(String sql) throws ConnectFailedException {
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

  public void execute(String sql) throws SQLException {
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
