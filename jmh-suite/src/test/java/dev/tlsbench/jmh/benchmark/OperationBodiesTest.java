package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Suite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class OperationBodiesTest extends BodiesWithServers {
  @Test
  void everyRecordIsReadAsItWasStored() {
    Bodies.run(
        OperationBenchmark.class, "suite", id -> id.equals("plain") || !Suite.of(id).isLegacy());
  }
}
