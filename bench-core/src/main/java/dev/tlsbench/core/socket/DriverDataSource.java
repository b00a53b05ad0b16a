package dev.tlsbench.core.socket;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A {@code DataSource} whose connections come from a function; the URL behind it says who connects,
 * and within which time. Safe to share between threads if the function is.
 */
public final class DriverDataSource implements DataSource {
  /** SQL standard, class 08: the client cannot establish the connection. */
  public static final String CANNOT_CONNECT = "08001";

  private final Source source;
  private final Duration loginTimeout;

  public DriverDataSource(Source source, Duration loginTimeout) {
    this.source = source;
    this.loginTimeout = loginTimeout;
  }

  public interface Source {
    Connection connect() throws SQLException;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return source.connect();
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
    return (int) Math.max(1, loginTimeout.toSeconds());
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
