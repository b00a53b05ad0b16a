package dev.tlsbench.ycsb.mysql;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.mysql.MySqlDatabase;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.ycsb.jdbc.SqlBinding;
import dev.tlsbench.ycsb.jdbc.SqlDialect;
import dev.tlsbench.ycsb.jdbc.SqlOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** {@code mysql-tls}: MySQL and MariaDB. */
public final class MySqlBinding extends SqlBinding {
  private static final Database DATABASE = new MySqlDatabase();

  /** Names of sysbench's options have dashes or underscores. */
  private static final Set<String> PROPERTIES =
      SqlOptions.names(
          "mysql.",
          TableEncryption.PROPERTY,
          "mysql-ignore-errors",
          "mysql_ignore_errors",
          "mysql-storage-engine",
          "mysql_storage_engine");

  @Override
  public Database database() {
    return DATABASE;
  }

  @Override
  public Set<String> properties() {
    return PROPERTIES;
  }

  @Override
  public Set<String> prefixes() {
    return Set.of("mysql", "mariadb");
  }

  /** Parses the URL, and adds user and password of the properties. */
  @Override
  public MySqlUrl url(Properties properties) {
    Map<String, String> defaults = new HashMap<>();
    for (String option : List.of("user", "password")) {
      String value = properties.getProperty(property(option));
      if (value != null) {
        defaults.put(option, value);
      }
    }
    return ((MySqlUrl) super.url(properties)).withDefaults(defaults);
  }

  @Override
  protected MySqlUrl withDefaults(Properties properties, SqlOptions options) {
    Map<String, String> defaults = new HashMap<>();
    defaults.put("useServerPrepStmts", "true");
    defaults.put("rewriteBatchedStatements", "true");
    // Otherwise Connector/J queries the read-only state before each unprepared write.
    defaults.put("readOnlyPropagatesToServer", "false");
    if (options.fetchSize() > 0) {
      defaults.put("useCursorFetch", "true");
    }
    return url(properties).withDefaults(defaults);
  }

  @Override
  public SqlDialect dialect(Properties properties) {
    return MySqlDialect.of(properties);
  }
}
