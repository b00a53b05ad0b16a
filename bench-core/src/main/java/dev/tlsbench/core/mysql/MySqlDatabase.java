package dev.tlsbench.core.mysql;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** MySQL and MariaDB. */
public final class MySqlDatabase extends Database {
  static final int PORT = 3306;

  /** Called by the service loader. */
  public MySqlDatabase() {
    super("mysql", "MySQL", PORT, List.of("mysql://", "jdbc:mysql:"), Set.of("mysqld", "mariadbd"));
  }

  @Override
  public Preamble preamble() {
    return new MySqlPreamble();
  }

  @Override
  public Optional<String> noteOfProbe(int connections) {
    return Optional.of(
        "The server counts these "
            + connections
            + " connections without a log-in against this host's max_connect_errors (100 unless"
            + " it is set); a successful log-in from here resets the count.");
  }

  @Override
  public DatabaseUrl parse(String url) {
    return MySqlUrl.parse(url);
  }
}
