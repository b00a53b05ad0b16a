package dev.tlsbench.jmh.benchmark;

import org.junit.jupiter.api.Test;

class ConnectBodiesTest extends BodiesWithServers {
  @Test
  void everyConnectionIsOfItsKind() {
    Bodies.run(ConnectBenchmark.class, "kind", kind -> true);
  }
}
