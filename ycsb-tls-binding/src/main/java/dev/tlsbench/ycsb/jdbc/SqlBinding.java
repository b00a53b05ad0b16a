package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.database.JdbcConnections;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Properties;

/** The binding of an SQL database; all connections of a session share one TLS context. */
public abstract class SqlBinding implements Binding {
  /**
   * Returns the URL with the options that the binding adds to it.
   *
   * @throws InvalidSettingException as {@link #url} does
   */
  protected abstract DatabaseUrl withDefaults(Properties properties, SqlOptions options);

  /**
   * Returns the dialect with the options of a run.
   *
   * @throws InvalidSettingException if a property cannot be used
   */
  public abstract SqlDialect dialect(Properties properties);

  @Override
  public DatabaseUrl url(Properties properties) {
    DatabaseUrl url = Binding.super.url(properties);
    RunProperties.requireKnown(properties.stringPropertyNames(), property(""), properties());
    return url;
  }

  /**
   * {@inheritDoc} Creates the table if a property asks for it. Warnings about the URL are logged
   * through {@link System.Logger}, under the name of the binding's class.
   */
  @Override
  public final Session open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException {
    SqlOptions options = SqlOptions.of(property(""), properties);
    DatabaseUrl url = withDefaults(properties, options);
    System.Logger logger = System.getLogger(getClass().getName());
    url.warnings().forEach(warning -> logger.log(Level.WARNING, warning));
    TlsSettings settings = url.settings(RunProperties.strings(properties));
    SqlDialect dialect = dialect(properties);
    JdbcConnections connections =
        (JdbcConnections) url.open(settings, Dialer.DIRECT, new TlsLedger());
    return new SqlSession(connections, settings, dialect, options, properties, listener);
  }

  @Override
  public final List<String> warnings(Properties properties) {
    dialect(properties);
    return url(properties).warnings();
  }
}
