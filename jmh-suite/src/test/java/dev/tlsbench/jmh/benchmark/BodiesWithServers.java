package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.database.ServersOfTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Keeps the servers running that the bodies of a test connect to. */
abstract class BodiesWithServers {
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
}
