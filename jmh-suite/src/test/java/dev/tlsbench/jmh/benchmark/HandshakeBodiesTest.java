package dev.tlsbench.jmh.benchmark;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("full")
class HandshakeBodiesTest {
  @ParameterizedTest
  @ValueSource(strings = {"x25519", "secp256r1", "X25519MLKEM768", "SecP256r1MLKEM768"})
  void everyHandshakeIsTheOneThatItsParametersSay(String group) throws Exception {
    OwnJvm.run(HandshakeBenchmark.class, "group", List.of(group));
  }
}
