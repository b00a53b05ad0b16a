package dev.tlsbench.jmh.benchmark;

import org.junit.jupiter.api.Test;

/** In a JVM of its own, since Java 17 takes groups once. */
class HandshakeOverSecp256r1Test {
  @Test
  void everyHandshakeIsTheOneThatItsParametersSay() {
    Bodies.run(HandshakeBenchmark.class, "group", "secp256r1"::equals);
  }
}
