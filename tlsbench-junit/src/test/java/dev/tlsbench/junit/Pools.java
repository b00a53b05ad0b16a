package dev.tlsbench.junit;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Pools as applications have them. */
final class Pools {
  private Pools() {}

  /** Borrows connections at the same time, so that the pool opens as many. */
  static void use(DataSource source, int connections) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    use(config, connections);
  }

  /** The same with the driver's own connections. */
  static void use(String jdbcUrl, int connections) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    use(config, connections);
  }

  private static void use(HikariConfig config, int connections) throws SQLException {
    config.setMaximumPoolSize(connections);
    List<Connection> borrowed = new ArrayList<>();
    try (HikariDataSource pool = new HikariDataSource(config)) {
      for (int i = 0; i < connections; i++) {
        borrowed.add(pool.getConnection());
      }
      for (Connection connection : borrowed) {
        connection.close();
      }
    }
  }
}
