package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Suite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class SocketBodiesTest {
  @Test
  void everyReplyArrivesAsItWasSent() {
    Bodies.run(
        SocketBenchmark.class, "suite", id -> id.equals("plain") || !Suite.of(id).isLegacy());
  }
}
