package dev.tlsbench.ycsb.faults;

import dev.tlsbench.embedded.EmbeddedMySql;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class EmbeddedMySqlRelayFaultTest extends RelayFaultSuite {
  private static EmbeddedMySql server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedMySql.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  FaultTarget target() {
    return FaultTarget.of("embedded-mariadb", server);
  }
}
