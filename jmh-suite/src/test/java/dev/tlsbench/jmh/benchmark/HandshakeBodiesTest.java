package dev.tlsbench.jmh.benchmark;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HandshakeBodiesTest {
  /** Every provider has the first one. */
  static List<String> groups() {
    return Boolean.getBoolean("tlsbench.full")
        ? List.of("x25519", "secp256r1", "X25519MLKEM768")
        : List.of("x25519");
  }

  @ParameterizedTest
  @MethodSource("groups")
  void everyHandshakeIsTheOneThatItsParametersSay(String group) throws Exception {
    OwnJvm.run(HandshakeBenchmark.class, "group", List.of(group));
  }
}
