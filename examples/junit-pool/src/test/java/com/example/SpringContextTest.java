package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.zaxxer.hikari.HikariDataSource;
import dev.tlsbench.junit.RequireTls;
import dev.tlsbench.junit.TlsServer;
import dev.tlsbench.relay.TlsTap;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** A context whose pool connects through the tap of the class. */
@SpringJUnitConfig
class SpringContextTest {
  @RegisterExtension static final TlsServer mysql = TlsServer.mysql().build();

  private static TlsTap wire;

  @Configuration
  static class Application {
    @Bean(destroyMethod = "close")
    DataSource dataSource(@Value("${datasource.url}") String url) {
      HikariDataSource pool = new HikariDataSource();
      pool.setJdbcUrl(url);
      return pool;
    }
  }

  @BeforeAll
  static void open(TlsTap tap) {
    wire = tap;
  }

  @DynamicPropertySource
  static void url(DynamicPropertyRegistry registry) {
    registry.add("datasource.url", () -> mysql.jdbcUrlThrough(wire));
  }

  @Test
  @RequireTls(protocol = "TLSv1.3")
  void queriesOverTls(@Autowired DataSource dataSource) {
    assertEquals(1, new JdbcTemplate(dataSource).queryForObject("SELECT 1", Integer.class));
  }
}
