package dev.tlsbench.client.faults;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.SharedServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("full")
class EmbeddedRedisRelayFaultTest extends RelayFaultSuite {
  private static EmbeddedServer server;

  @BeforeAll
  static void start() {
    server = SharedServers.redis();
  }

  @Override
  FaultTarget target() {
    return FaultTarget.of("embedded-redis", server);
  }
}
