package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Suite;
import org.junit.jupiter.api.Test;

/** In a JVM of its own, whose security policy it relaxes. */
class LegacyRecordBodiesTest {
  @Test
  void everyRecordArrivesAsItWasSent() {
    Bodies.run(RecordBenchmark.class, "suite", id -> Suite.of(id).isLegacy());
  }
}
