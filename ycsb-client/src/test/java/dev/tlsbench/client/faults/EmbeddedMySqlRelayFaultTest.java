package dev.tlsbench.client.faults;

import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.ycsb.SharedServers;
import org.junit.jupiter.api.BeforeAll;

class EmbeddedMySqlRelayFaultTest extends RelayFaultSuite {
  private static EmbeddedMySql server;

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.mySql();
  }

  @Override
  FaultTarget target() {
    return FaultTarget.of("embedded-mariadb", server);
  }
}
