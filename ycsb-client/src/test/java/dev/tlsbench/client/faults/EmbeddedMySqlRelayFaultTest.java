package dev.tlsbench.client.faults;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.SharedServers;
import org.junit.jupiter.api.BeforeAll;

class EmbeddedMySqlRelayFaultTest extends RelayFaultSuite {
  private static EmbeddedServer server;

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.mySql();
  }

  @Override
  FaultTarget target() {
    return FaultTarget.of("embedded-mariadb", server);
  }
}
