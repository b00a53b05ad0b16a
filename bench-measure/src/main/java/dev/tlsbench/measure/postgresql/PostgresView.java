package dev.tlsbench.measure.postgresql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.jdbc.JdbcQueries;
import java.util.Map;

/** Queries PostgreSQL and servers of its protocol (manual: "System Views"). */
record PostgresView(JdbcQueries queries) implements ServerView {
  private static final String SETTINGS =
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'jit',"
          + " 'max_connections', 'password_encryption', 'scram_iterations', 'shared_buffers', 'ssl',"
          + " 'ssl_ciphers', 'ssl_groups', 'ssl_library', 'ssl_max_protocol_version',"
          + " 'ssl_min_protocol_version', 'ssl_tls13_ciphers', 'synchronous_commit', 'wal_level')";

  private static final String STATUS =
      "SELECT 'connections', count(*)::text FROM pg_stat_activity WHERE backend_type = 'client"
          + " backend' UNION ALL SELECT 'connections over TLS', count(*)::text FROM pg_stat_ssl"
          + " WHERE ssl";

  /** Recognizes servers of its protocol by the text of their version. */
  @Override
  public String product() throws ConnectFailedException {
    String text = queries.pairs("SELECT 'version', version()").getOrDefault("version", "");
    if (text.contains("-YB-")) {
      return "YugabyteDB";
    }
    return text.startsWith("CockroachDB") ? "CockroachDB" : "PostgreSQL";
  }

  /** Returns the number without the builder's additions, such as {@code (Debian 18.0-1)}. */
  @Override
  public String version() throws ConnectFailedException {
    return queries
        .pairs("SELECT 'version', current_setting('server_version')")
        .getOrDefault("version", "")
        .replaceFirst(" \\(.*", "");
  }

  @Override
  public Map<String, String> settings() throws ConnectFailedException {
    return queries.pairs(SETTINGS);
  }

  @Override
  public Map<String, String> status() throws ConnectFailedException {
    return queries.pairs(STATUS);
  }

  @Override
  public void close() {
    queries.close();
  }
}
