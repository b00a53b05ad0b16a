package dev.tlsbench.measure.mysql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.jdbc.JdbcQueries;
import java.util.Map;

/** Queries MySQL and MariaDB (manual: "Server System Variables" and "Server Status Variables"). */
record MySqlView(JdbcQueries queries) implements ServerView {
  private static final String SETTINGS =
      "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('innodb_buffer_pool_size',"
          + " 'innodb_flush_log_at_trx_commit', 'sync_binlog', 'log_bin', 'max_connections',"
          + " 'max_allowed_packet', 'net_buffer_length', 'performance_schema', 'query_cache_type',"
          + " 'require_secure_transport', 'tls_version', 'tls_ciphersuites', 'ssl_cipher',"
          + " 'ssl_session_cache_mode', 'thread_handling', 'transaction_isolation',"
          + " 'version_ssl_library')";

  private static final String STATUS =
      "SHOW GLOBAL STATUS WHERE Variable_name IN ('Aborted_connects', 'Connections', 'Ssl_accepts',"
          + " 'Ssl_finished_accepts', 'Ssl_session_cache_hits', 'Ssl_sessions_reused',"
          + " 'Threads_connected')";

  @Override
  public String product() throws ConnectFailedException {
    return version().contains("MariaDB") ? "MariaDB" : "MySQL";
  }

  @Override
  public String version() throws ConnectFailedException {
    return queries.pairs("SELECT 'version', VERSION()").getOrDefault("version", "");
  }

  @Override
  public boolean hasTestTls() throws ConnectFailedException {
    return settings().getOrDefault("version_ssl_library", "").startsWith("WolfSSL");
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
