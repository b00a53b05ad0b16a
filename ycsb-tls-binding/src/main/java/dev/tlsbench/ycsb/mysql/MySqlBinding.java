package dev.tlsbench.ycsb.mysql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.mysql.MySqlDatabase;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Session;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/** {@code mysql-tls}: MySQL and MariaDB. */
public final class MySqlBinding implements Binding {
  private static final Database DATABASE = new MySqlDatabase();

  /** Called by the service loader. */
  public MySqlBinding() {}

  @Override
  public Database database() {
    return DATABASE;
  }

  @Override
  public Set<String> properties() {
    return MySqlSession.PROPERTIES;
  }

  @Override
  public Set<String> prefixes() {
    return Set.of("mysql", "mariadb");
  }

  @Override
  public Session open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException {
    return MySqlSession.open(properties, listener);
  }

  @Override
  public List<String> warnings(Properties properties) {
    return MySqlSession.warnings(properties);
  }
}
