package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tlsbench.junit.RequireTls;
import dev.tlsbench.junit.TlsServer;
import dev.tlsbench.relay.TlsTap;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A pool of PostgreSQL's driver, proved on the wire. PostgreSQL resumes no sessions. */
class PostgresPoolTest {
  @RegisterExtension
  static final TlsServer postgresql =
      TlsServer.postgresql()
          .options(options -> options.requireSecureTransport())
          .build();

  @Test
  @RequireTls(protocol = "TLSv1.3")
  void poolIsEncrypted(TlsTap tap) throws Exception {
    query(postgresql.jdbcUrlThrough(tap));
  }

  /** Saves SSLRequest's round trip; needs PostgreSQL 17. */
  @Test
  @RequireTls(protocol = "TLSv1.3")
  void poolNegotiatesTlsDirectly(TlsTap tap) throws Exception {
    query(postgresql.jdbcUrlThrough(tap) + "&sslNegotiation=direct");
  }

  private static void query(String url) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(4);
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) {
      rows.next();
      assertEquals(true, rows.getBoolean(1));
    }
  }
}
