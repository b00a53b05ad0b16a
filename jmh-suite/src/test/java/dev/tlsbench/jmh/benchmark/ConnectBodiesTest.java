package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.database.ServersOfTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ConnectBodiesTest {
  @SuppressWarnings("NullAway.Init")
  private static ServersOfTest servers;

  @BeforeAll
  static void startServers() throws IOException {
    servers = ServersOfTest.start();
  }

  @AfterAll
  static void stopServers() {
    servers.close();
  }

  @Test
  void everyConnectionIsOfItsKind() {
    Bodies.run(ConnectBenchmark.class, "kind", kind -> true);
  }
}
