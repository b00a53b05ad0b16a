package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Suite;
import org.junit.jupiter.api.Test;

/** In a JVM of its own, whose security policy it relaxes. */
class LegacyOperationBodiesTest extends BodiesWithServers {
  @Test
  void everyRecordIsReadAsItWasStored() {
    Bodies.run(
        OperationBenchmark.class, "suite", id -> !id.equals("plain") && Suite.of(id).isLegacy());
  }
}
