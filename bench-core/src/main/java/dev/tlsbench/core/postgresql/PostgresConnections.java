package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.database.JdbcConnections;
import dev.tlsbench.core.tls.DriverStores;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Connections to PostgreSQL, plain or over TLS, and the record of them.
 *
 * <p>Each call of {@link #connect} makes a new connection with pgjdbc; there is no pool. Over TLS
 * all of them share one {@link TlsContext}. The ledger records every connection, plain ones too,
 * and how each log-in was made: whether TLS began by request or directly, and the SASL mechanism.
 *
 * <p>Defaults, unless the URL says otherwise: {@code connect_timeout} is 10 s, for the TCP connect
 * and for each answer of the server until the log-in is accepted. All else is pgjdbc's default.
 *
 * <p>Safe to share between threads; a connection is not.
 */
public final class PostgresConnections extends JdbcConnections {
  private static final Map<String, PostgresConnections> OPEN = new ConcurrentHashMap<>();

  private final PostgresUrl url;
  private final Dialer dialer;
  private final boolean direct;

  /** Options for pgjdbc's own TLS; {@code null} if it has none to perform. */
  private final @Nullable Properties driverTls;

  private final PostgresFailure failure;
  private final Driver driver = new Driver();
  private final String id = UUID.randomUUID().toString();
  private final AtomicLong attempts = new AtomicLong();
  private final Map<Long, LoginWatch> connecting = new ConcurrentHashMap<>();

  PostgresConnections(PostgresUrl url, TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    super("pgjdbc", settings, ledger, url.loginTimeout());
    this.url = url;
    this.dialer = dialer;
    this.direct = PostgresUrl.isDirect(settings);
    settings.requireDefaultsOfDriver("pgjdbc");
    TlsContext tls = context();
    this.driverTls =
        tls == null || !settings.byDriver() ? null : driverTls(settings, tls.driverStores());
    this.failure = new PostgresFailure(url, settings);
    OPEN.put(id, this);
  }

  /**
   * Creates a socket of one connection attempt, or of a request to cancel a statement, which is not
   * recorded.
   */
  static Socket socket(String idAndAttempt) throws ConnectFailedException {
    String[] parts = idAndAttempt.split("/", 2);
    PostgresConnections owner = OPEN.get(parts[0]);
    if (owner == null) {
      throw new ConnectFailedException("these PostgresConnections are closed; open others");
    }
    TlsContext tls = owner.context();
    Long attempt = Long.valueOf(parts[1]);
    if (owner.connecting.containsKey(attempt)) {
      PostgresSocket socket = owner.socket(tls, owner.ledger());
      // pgjdbc tries several servers in turn.
      owner.connecting.replace(attempt, socket.watch());
      return socket;
    }
    TlsLedger unseen = new TlsLedger();
    return owner.socket(tls == null ? null : tls.recordingTo(unseen), unseen);
  }

  private PostgresSocket socket(@Nullable TlsContext tls, TlsLedger recorder) {
    return new PostgresSocket(tls, driverTls, direct, url.loginTimeout(), dialer, recorder);
  }

  @Override
  public Connection connect() throws ConnectFailedException {
    long number = attempts.incrementAndGet();
    connecting.put(number, new LoginWatch(dialer));
    try {
      Connection connection =
          Objects.requireNonNull(driver.connect(url.driverUrl(), driverProperties(number)));
      String accepted = watch(number).accepted();
      if (url.channelBinding().equals("require")
          && !accepted.endsWith(PostgresFailure.BINDS_CHANNEL)) {
        connection.close();
        throw new ConnectFailedException(
            HostAddress.list(url.hosts())
                + ": channel_binding=require was asked for, but the log-in was by "
                + accepted);
      }
      int readTimeout = PGProperty.SOCKET_TIMEOUT.getIntNoCheck(url.driverProperties());
      connection.setNetworkTimeout(Runnable::run, 1000 * Math.max(0, readTimeout));
      String begins =
          context() == null ? "plain text" : direct ? "direct TLS" : TlsLedger.BY_REQUEST;
      ledger().recordLogin(begins + ", " + accepted);
      return connection;
    } catch (SQLException e) {
      ConnectFailedException explained = failure.explain(e, watch(number).asked());
      ledger().recordFailure(explained);
      throw explained;
    } finally {
      connecting.remove(number);
    }
  }

  private LoginWatch watch(long number) {
    return Objects.requireNonNull(connecting.get(number));
  }

  private Properties driverProperties(long attempt) {
    Properties properties = url.driverProperties();
    // The socket performs the handshake.
    PGProperty.SSL_MODE.set(properties, "disable");
    PGProperty.GSS_ENC_MODE.set(properties, "disable");
    PGProperty.SOCKET_FACTORY.set(properties, PostgresSocketFactory.class.getName());
    PGProperty.SOCKET_FACTORY_ARG.set(properties, id + "/" + attempt);
    // Until the log-in is accepted; pgjdbc goes on waiting after time-outs that it did not set.
    PGProperty.SOCKET_TIMEOUT.set(properties, (int) url.loginTimeout().toSeconds());
    // pgjdbc binds to the certificate of the socket's session.
    PGProperty.CHANNEL_BINDING.set(
        properties, context() == null ? "disable" : url.channelBinding());
    return properties;
  }

  /** Returns the TLS settings as pgjdbc's own options. */
  private static Properties driverTls(TlsSettings settings, DriverStores stores) {
    Properties options = new Properties();
    PGProperty.SSL_MODE.set(
        options,
        settings.trust().allowInvalidCertificates()
            ? "require"
            : settings.trust().allowInvalidHostnames() ? "verify-ca" : "verify-full");
    PGProperty.SSL_ROOT_CERT.set(
        options, settings.trust().caFile().map(Path::toString).orElse(null));
    PGProperty.SSL_KEY.set(options, stores.keyFile().map(Path::toString).orElse(null));
    PGProperty.SSL_PASSWORD.set(options, stores.password());
    return options;
  }

  /** Frees the TLS context. Callers must close their connections first. */
  @Override
  public void close() {
    OPEN.remove(id);
    super.close();
  }
}
