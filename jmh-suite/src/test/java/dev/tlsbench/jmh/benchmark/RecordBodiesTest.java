package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Suite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class RecordBodiesTest {
  @Test
  void everyRecordArrivesAsItWasSent() {
    Bodies.run(RecordBenchmark.class, "suite", id -> !Suite.of(id).isLegacy());
  }
}
