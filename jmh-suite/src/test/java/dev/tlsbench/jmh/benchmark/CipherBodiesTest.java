package dev.tlsbench.jmh.benchmark;

import org.junit.jupiter.api.Test;

class CipherBodiesTest {
  @Test
  void everyCipherMakesWhatItsSuitePrescribes() {
    Bodies.run(CipherBenchmark.class, "suite", id -> true);
  }
}
