package dev.tlsbench.jmh.benchmark;

import org.junit.jupiter.api.Test;

/** In a JVM of its own, since Java 17 takes groups once. */
class HandshakeOverHybridTest {
  @Test
  void everyHandshakeIsTheOneThatItsParametersSay() {
    Bodies.run(HandshakeBenchmark.class, "group", "X25519MLKEM768"::equals);
  }
}
