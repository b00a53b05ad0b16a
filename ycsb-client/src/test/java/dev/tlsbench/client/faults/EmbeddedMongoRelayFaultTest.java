package dev.tlsbench.client.faults;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.SharedServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("full")
class EmbeddedMongoRelayFaultTest extends RelayFaultSuite {
  private static EmbeddedServer server;

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.mongo();
  }

  @Override
  FaultTarget target() {
    return FaultTarget.of("embedded-mongo", server);
  }
}
