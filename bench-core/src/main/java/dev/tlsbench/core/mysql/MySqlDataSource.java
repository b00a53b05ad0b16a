package dev.tlsbench.core.mysql;

import dev.tlsbench.core.ConnectFailedException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Adapts {@link MySqlConnections} for libraries that take a {@code DataSource}. */
final class MySqlDataSource implements DataSource {
  /** SQL standard, class 08: the client cannot establish the connection. */
  private static final String CANNOT_CONNECT = "08001";

  private final MySqlConnections connections;

  MySqlDataSource(MySqlConnections connections) {
    this.connections = connections;
  }

  @Override
  public Connection getConnection() throws SQLException {
    try {
      return connections.connect();
    } catch (ConnectFailedException e) {
      throw new SQLNonTransientConnectionException(e.getMessage(), CANNOT_CONNECT, e);
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the URL says who connects; use getConnection()");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
    throw new SQLFeatureNotSupportedException("nothing is logged");
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    throw new SQLFeatureNotSupportedException("the URL sets the time-out, with connectTimeout");
  }

  @Override
  public int getLoginTimeout() {
    return (int) Math.max(1, connections.loginTimeout().toSeconds());
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("nothing is logged");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("this DataSource is no " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
