package com.example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.junit.RequireTls;
import dev.tlsbench.junit.TlsServer;
import dev.tlsbench.relay.TlsTap;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A pool that resumes sessions, proved on the wire. MariaDB resumes under TLS 1.2 only. */
class PoolResumesTest {
  @RegisterExtension
  static final TlsServer mysql =
      TlsServer.mysql().options(options -> options.protocols("TLSv1.2")).build();

  @Test
  @RequireTls(protocol = "TLSv1.2", resumedAtLeast = 1)
  void poolResumesSessions(TlsTap tap) throws Exception {
    MySqlUrl url = MySqlUrl.parse(mysql.urlThrough(tap));
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(4);
    try (Connections connections = url.open()) {
      config.setDataSource(connections.driver(DataSource.class));
      try (HikariDataSource pool = new HikariDataSource(config)) {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          all.add(pool.getConnection());
          assertTrue(all.get(i).isValid(1));
        }
      }
    }
  }

  /** Connector/J makes a TLS context for each connection, so nothing could resume. */
  @Test
  @RequireTls(protocol = "TLSv1.2")
  void connectorIsEncrypted(TlsTap tap) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(mysql.jdbcUrlThrough(tap));
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection connection = pool.getConnection()) {
      assertTrue(connection.isValid(1));
    }
  }
}
