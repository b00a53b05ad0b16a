package dev.tlsbench.ycsb.mysql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.jdbc.SqlOptions;
import dev.tlsbench.ycsb.jdbc.SqlSession;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** Opens sessions on MySQL and MariaDB; all connections of a session share one TLS context. */
public final class MySqlSession {
  private static final String PREFIX = "mysql.";

  /**
   * The properties of this binding. Any other that starts with {@code mysql.} has no effect; names
   * of sysbench's options have dashes or underscores.
   */
  public static final Set<String> PROPERTIES =
      SqlOptions.names(
          PREFIX,
          TableEncryption.PROPERTY,
          "mysql-ignore-errors",
          "mysql_ignore_errors",
          "mysql-storage-engine",
          "mysql_storage_engine");

  private static final Logger LOGGER = System.getLogger(MySqlSession.class.getName());

  private MySqlSession() {}

  /**
   * Prepares connections, and creates the table if {@code mysql.createtable} is on. Warnings about
   * the URL are logged through {@link System.Logger}, under the name of this class.
   *
   * @throws ConnectFailedException if the table cannot be created, or exists with another
   *     encryption than {@code mysql.table.encryption}
   */
  public static Session open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException {
    MySqlUrl url = url(properties);
    SqlOptions options = SqlOptions.of(PREFIX, properties);
    url.warnings().forEach(warning -> LOGGER.log(Level.WARNING, warning));
    TlsSettings settings = url.settings(RunProperties.strings(properties));
    MySqlDialect dialect = MySqlDialect.of(properties);
    MySqlConnections connections = url.open(settings, Dialer.DIRECT, new TlsLedger());
    return SqlSession.open(connections, settings, dialect, options, properties, listener);
  }

  /**
   * Returns the warnings that {@link #open} logs, without access to files or network.
   *
   * @return one line for each; empty if there are none
   */
  public static List<String> warnings(Properties properties) {
    MySqlDialect.of(properties);
    return url(properties).warnings();
  }

  private static MySqlUrl url(Properties properties) {
    String given = properties.getProperty("mysql.url");
    if (given == null) {
      throw new InvalidSettingException(
          "mysql.url: not given; name a server, such as mysql://localhost:3306/ycsb?ssl-ca=ca.pem");
    }
    RunProperties.requireKnown(properties.stringPropertyNames(), PREFIX, PROPERTIES);
    Map<String, String> defaults = new HashMap<>();
    defaults.put("useServerPrepStmts", "true");
    defaults.put("rewriteBatchedStatements", "true");
    // Otherwise Connector/J queries the read-only state before each unprepared write.
    defaults.put("readOnlyPropagatesToServer", "false");
    if (SqlOptions.of(PREFIX, properties).fetchSize() > 0) {
      defaults.put("useCursorFetch", "true");
    }
    for (String option : List.of("user", "password")) {
      String value = properties.getProperty(PREFIX + option);
      if (value != null) {
        defaults.put(option, value);
      }
    }
    return MySqlUrl.parse(given).withDefaults(defaults);
  }
}
