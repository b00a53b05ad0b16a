package dev.tlsbench.core.mysql;

import com.mysql.cj.NativeSession;
import com.mysql.cj.Session;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.NonRegisteringDriver;
import com.mysql.cj.protocol.SocketConnection;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.database.JdbcConnections;
import dev.tlsbench.core.tls.DriverStores;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Connections to MySQL or MariaDB, plain or over TLS, and the record of them.
 *
 * <p>Each call of {@link #connect} makes a new connection with Connector/J; there is no pool. Over
 * TLS all of them share one {@link TlsContext}, so the second one can resume the session of the
 * first. The ledger records every connection, plain ones too.
 *
 * <p>Defaults, unless the URL says otherwise: {@code connectTimeout} is 10 000 ms, for the TCP
 * connect and for each answer of the server until the login is accepted. All else is Connector/J's
 * default.
 *
 * <p>Safe to share between threads; a connection is not.
 */
public final class MySqlConnections extends JdbcConnections {
  /**
   * The property with the id under which {@link MySqlSocketFactory}, which Connector/J instantiates
   * by name, finds this object.
   */
  static final String ID = "tlsbenchTransport";

  static final Map<String, MySqlConnections> OPEN = new ConcurrentHashMap<>();

  final MySqlUrl url;
  final Dialer dialer;

  /** Options for Connector/J's own TLS; empty if it has none to perform. */
  private final Properties driverTls;

  private final MySqlFailure failure;
  private final NonRegisteringDriver driver;
  private final String id = UUID.randomUUID().toString();

  MySqlConnections(MySqlUrl url, TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    super("Connector/J", settings, ledger, url.loginTimeout());
    this.url = url;
    this.dialer = dialer;
    this.driver = newDriver();
    TlsContext tls = context();
    this.driverTls =
        tls != null && settings.byDriver()
            ? driverTls(settings, tls.driverStores())
            : new Properties();
    this.failure = new MySqlFailure(settings.enabled(), url.loginTimeout(), url.secrets());
    OPEN.put(id, this);
  }

  private static NonRegisteringDriver newDriver() {
    try {
      return new NonRegisteringDriver();
    } catch (SQLException e) {
      throw new IllegalStateException("Connector/J cannot be started", e);
    }
  }

  @Override
  public Connection connect() throws ConnectFailedException {
    try {
      Connection connection =
          Objects.requireNonNull(driver.connect(url.driverUrl(), driverProperties()));
      if (context() != null && !isEncrypted(connection)) {
        connection.close();
        throw new ConnectFailedException(
            HostAddress.list(url.hosts())
                + ": TLS was asked for, but the connection is not encrypted; it was closed");
      }
      return connection;
    } catch (SQLException e) {
      ConnectFailedException explained = failure.explain(HostAddress.list(url.hosts()), e);
      ledger().recordFailure(explained);
      throw explained;
    }
  }

  /** Frees the TLS context. Callers must close their connections first. */
  @Override
  public void close() {
    OPEN.remove(id);
    super.close();
  }

  private Properties driverProperties() {
    Properties properties = url.driverProperties();
    properties.setProperty(ID, id);
    properties.setProperty(
        PropertyKey.socketFactory.getKeyName(), MySqlSocketFactory.class.getName());
    // Not VERIFY_…: the TLS context verifies. REQUIRED turns a server without TLS into an error.
    properties.setProperty(
        PropertyKey.sslMode.getKeyName(), context() == null ? "DISABLED" : "REQUIRED");
    properties.putAll(driverTls);
    return properties;
  }

  /** Returns the TLS settings as Connector/J's own options, which take key stores and no PEM. */
  private static Properties driverTls(TlsSettings settings, DriverStores stores) {
    Properties options = new Properties();
    options.setProperty(
        PropertyKey.sslMode.getKeyName(),
        settings.trust().allowInvalidCertificates()
            ? "REQUIRED"
            : settings.trust().allowInvalidHostnames() ? "VERIFY_CA" : "VERIFY_IDENTITY");
    options.setProperty(
        PropertyKey.tlsVersions.getKeyName(), String.join(",", settings.offer().protocols()));
    if (!settings.offer().cipherSuites().isEmpty()) {
      options.setProperty(
          PropertyKey.tlsCiphersuites.getKeyName(),
          String.join(",", settings.offer().cipherSuites()));
    }
    Map.of("trust", stores.authoritiesFile(), "client", stores.keyFile())
        .forEach(
            (use, file) -> {
              if (file.isPresent()) {
                String option = use + "CertificateKeyStore";
                options.setProperty(option + "Url", file.get().toUri().toString());
                options.setProperty(option + "Type", DriverStores.TYPE);
                options.setProperty(option + "Password", stores.password());
              }
            });
    return options;
  }

  @Nullable TlsContext tls() {
    return context();
  }

  private static boolean isEncrypted(Connection connection) throws SQLException {
    Session session = connection.unwrap(JdbcConnection.class).getSession();
    SocketConnection socket = ((NativeSession) session).getProtocol().getSocketConnection();
    try {
      return session.isSSLEstablished()
          && socket.getSocketFactory() instanceof MySqlSocketFactory factory
          && factory.hasEncrypted(socket.getMysqlSocket());
    } catch (IOException e) {
      // The connection was closed meanwhile, so it is unusable anyway.
      return false;
    }
  }
}
