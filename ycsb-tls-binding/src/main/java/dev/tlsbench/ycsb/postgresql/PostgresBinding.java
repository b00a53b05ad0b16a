package dev.tlsbench.ycsb.postgresql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.postgresql.PostgresConnections;
import dev.tlsbench.core.postgresql.PostgresDatabase;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.jdbc.SqlOptions;
import dev.tlsbench.ycsb.jdbc.SqlSession;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** {@code postgresql-tls}: PostgreSQL; all connections of a session share one TLS context. */
public final class PostgresBinding implements Binding {
  private static final String PREFIX = "postgresql.";
  private static final String ENVIRONMENT = PREFIX + "environment";
  private static final String NEGOTIATION = "sslnegotiation";
  private static final String CHANNEL_BINDING = "channel_binding";
  private static final Set<String> PROPERTIES =
      SqlOptions.names(PREFIX, ENVIRONMENT, PREFIX + NEGOTIATION, PREFIX + CHANNEL_BINDING);
  private static final Database DATABASE = new PostgresDatabase();
  private static final Logger LOGGER = System.getLogger(PostgresBinding.class.getName());

  /** Called by the service loader. */
  public PostgresBinding() {}

  @Override
  public Database database() {
    return DATABASE;
  }

  @Override
  public Set<String> properties() {
    return PROPERTIES;
  }

  /**
   * Parses the URL. {@code postgresql.user} and, with TLS, {@code postgresql.channel_binding} and
   * {@code postgresql.sslnegotiation} override it, so that variants can differ in them. Where it
   * lacks the password, {@code postgresql.password} gives it. The environment variables of libpq
   * come last, if {@code postgresql.environment} is {@code true}.
   */
  @Override
  public PostgresUrl url(Properties properties) {
    String given = properties.getProperty(urlProperty());
    if (given == null) {
      throw new InvalidSettingException(
          urlProperty()
              + ": not given; name a server, such as"
              + " postgresql://localhost/ycsb?sslmode=verify-full&sslrootcert=ca.pem");
    }
    RunProperties.requireKnown(properties.stringPropertyNames(), PREFIX, PROPERTIES);
    PostgresUrl url = override(PostgresUrl.parse(given), "user", properties);
    if (RunProperties.bool(properties, "tls.enabled", true)) {
      url = override(url, CHANNEL_BINDING, properties);
      url = override(url, NEGOTIATION, properties);
    }
    String password = properties.getProperty(PREFIX + "password");
    url = password == null ? url : url.withDefault("password", password);
    return RunProperties.bool(properties, ENVIRONMENT, false)
        ? url.withEnvironment(System.getenv())
        : url;
  }

  private static PostgresUrl override(PostgresUrl url, String option, Properties properties) {
    String value = properties.getProperty(PREFIX + option);
    return value == null ? url : url.with(option, value);
  }

  /** Logs warnings about the URL through {@link System.Logger}, under the name of this class. */
  @Override
  public Session open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException {
    PostgresUrl url = url(properties).withDefault("reWriteBatchedInserts", "true");
    SqlOptions options = SqlOptions.of(PREFIX, properties);
    url.warnings().forEach(warning -> LOGGER.log(Level.WARNING, warning));
    TlsSettings settings = url.settings(RunProperties.strings(properties));
    PostgresConnections connections = url.open(settings, Dialer.DIRECT, new TlsLedger());
    return SqlSession.open(
        connections, settings, new PostgresDialect(), options, properties, listener);
  }

  @Override
  public Map<String, String> directTls() {
    return Map.of(PREFIX + NEGOTIATION, "direct");
  }
}
