package dev.tlsbench.core.database;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections by a JDBC driver, each of which is new; over TLS they share one {@link TlsContext}.
 *
 * <p>Safe to share between threads; a connection is not.
 */
public abstract class JdbcConnections implements Connections {
  /** SQL standard, class 08: the client cannot establish the connection. */
  private static final String CANNOT_CONNECT = "08001";

  private final String driver;
  private final TlsLedger ledger;
  private final @Nullable TlsContext context;
  private final Duration loginTimeout;

  protected JdbcConnections(
      String driver, TlsSettings settings, TlsLedger ledger, Duration loginTimeout) {
    this.driver = driver;
    this.ledger = ledger;
    this.context = settings.enabled() ? TlsContext.open(settings, ledger) : null;
    this.loginTimeout = loginTimeout;
  }

  /** Returns the context that all connections share; {@code null} for plain text. */
  protected final @Nullable TlsContext context() {
    return context;
  }

  /** Makes a connection, to be closed by the caller, and checks that it is what was asked for. */
  public abstract Connection connect() throws ConnectFailedException;

  /**
   * Adapts {@link #connect} for libraries that take a {@code DataSource}, such as pools. It makes a
   * new connection at each call, and throws the message of {@link ConnectFailedException} as a
   * {@code SQLException}.
   */
  public final DataSource dataSource() {
    return new Source();
  }

  /** Returns {@link #dataSource} for {@code DataSource}. */
  @Override
  public final <T> T driver(Class<T> type) {
    if (type == DataSource.class) {
      return type.cast(dataSource());
    }
    throw new InvalidSettingException(
        type.getName() + ": " + driver + " has no such object; ask for javax.sql.DataSource");
  }

  @Override
  public final TlsLedger ledger() {
    return ledger;
  }

  /** Frees the TLS context. Callers must close their connections first. */
  @Override
  public void close() {
    if (context != null) {
      context.close();
    }
  }

  /** Leaves user and time-out to the URL. */
  private final class Source implements DataSource {
    @Override
    public Connection getConnection() throws SQLException {
      try {
        return connect();
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
}
