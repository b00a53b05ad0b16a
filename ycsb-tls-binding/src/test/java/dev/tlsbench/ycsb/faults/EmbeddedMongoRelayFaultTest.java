package dev.tlsbench.ycsb.faults;

import dev.tlsbench.embedded.EmbeddedMongo;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class EmbeddedMongoRelayFaultTest extends RelayFaultSuite {
  private static EmbeddedMongo server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedMongo.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  FaultTarget target() {
    return FaultTarget.of("embedded-mongo", server);
  }
}
