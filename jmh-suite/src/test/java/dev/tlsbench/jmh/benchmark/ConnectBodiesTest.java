package dev.tlsbench.jmh.benchmark;

import org.junit.jupiter.api.Test;

class ConnectBodiesTest {
  @Test
  void everyConnectionIsOfItsKind() {
    Bodies.run(ConnectBenchmark.class, "kind", kind -> true);
  }
}
