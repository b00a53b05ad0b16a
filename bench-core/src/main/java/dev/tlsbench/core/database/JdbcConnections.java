package dev.tlsbench.core.database;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.socket.DriverDataSource;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.sql.Connection;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections by a JDBC driver, each of which is new; over TLS they share one {@link TlsContext}.
 *
 * <p>Safe to share between threads; a connection is not.
 */
public abstract class JdbcConnections implements Connections {
  private final String driver;
  private final TlsLedger ledger;
  private final @Nullable TlsContext context;
  private final Duration loginTimeout;

  /**
   * Reads the files of the TLS settings.
   *
   * @throws InvalidSettingException if a file of the TLS settings cannot be used, or the TLS
   *     provider does not support a setting
   */
  protected JdbcConnections(
      String driver, TlsSettings settings, TlsLedger ledger, Duration loginTimeout) {
    this.driver = driver;
    this.ledger = ledger;
    this.context = settings.enabled() ? TlsContext.open(settings, ledger) : null;
    this.loginTimeout = loginTimeout;
  }

  /** {@return the context that all connections share; {@code null} for plain text} */
  protected final @Nullable TlsContext context() {
    return context;
  }

  /**
   * Makes a connection, and checks that it is what was asked for.
   *
   * @return a connection of the driver, to be closed by the caller
   * @throws ConnectFailedException if the server cannot be reached, TLS fails, or the log-in is
   *     refused
   */
  public abstract Connection connect() throws ConnectFailedException;

  /**
   * Adapts {@link #connect} for libraries that take a {@code DataSource}, such as pools.
   *
   * @return a data source that makes a new connection at each call, and throws the message of
   *     {@link ConnectFailedException} as a {@code SQLException}
   */
  public final DataSource dataSource() {
    return new DriverDataSource(
        () -> {
          try {
            return connect();
          } catch (ConnectFailedException e) {
            throw new SQLNonTransientConnectionException(
                e.getMessage(), DriverDataSource.CANNOT_CONNECT, e);
          }
        },
        loginTimeout);
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
}
