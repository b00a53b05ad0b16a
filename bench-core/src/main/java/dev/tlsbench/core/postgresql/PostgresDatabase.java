package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.List;
import java.util.Set;

/** PostgreSQL. Immutable. */
public final class PostgresDatabase extends Database {
  static final int PORT = 5432;

  /** Called by the service loader. */
  public PostgresDatabase() {
    super(
        "postgresql",
        "PostgreSQL",
        PORT,
        List.of("postgresql://", "postgres://", "jdbc:postgresql:"),
        Set.of("postgres", "pgbouncer", "yb-tserver", "cockroach"));
  }

  @Override
  public Preamble preamble() {
    return new PostgresPreamble();
  }

  @Override
  public DatabaseUrl parse(String url) {
    return PostgresUrl.parse(url);
  }
}
