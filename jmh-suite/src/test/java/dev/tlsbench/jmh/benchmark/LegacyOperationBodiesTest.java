package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.database.ServersOfTest;
import dev.tlsbench.jmh.tls.Suite;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** In a JVM of its own, whose security policy it relaxes. */
class LegacyOperationBodiesTest {
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
  void everyRecordIsReadAsItWasStored() {
    Bodies.run(
        OperationBenchmark.class, "suite", id -> !id.equals("plain") && Suite.of(id).isLegacy());
  }
}
