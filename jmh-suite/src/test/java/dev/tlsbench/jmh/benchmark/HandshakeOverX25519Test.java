package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.jmh.tls.Connections;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.Ends;
import dev.tlsbench.jmh.tls.Side;
import dev.tlsbench.jmh.tls.SideMeter;
import dev.tlsbench.jmh.tls.Suite;
import dev.tlsbench.jmh.tls.Wire;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** In a JVM of its own, since Java 17 takes groups once. */
class HandshakeOverX25519Test {
  /** Under TLS 1.2 the list of groups holds all that any handshake of this JVM wants. */
  @BeforeAll
  static void shakeHandsWithTheLongestListOfGroups() throws SSLException {
    Suite suite = Suite.TLS12_AES128_GCM;
    Ends ends =
        new Ends(
            TlsProvider.JDK,
            Side.CLIENT,
            suite.protocol(),
            suite.cipherSuite(),
            KeyType.P_256,
            "x25519",
            false);
    try (Credentials credentials = Credentials.create(ends.key());
        Connections connections = Connections.open(ends, credentials, true)) {
      connections.warmUp(new Wire(), new SideMeter());
    }
  }

  @Test
  void everyHandshakeIsTheOneThatItsParametersSay() {
    Bodies.run(HandshakeBenchmark.class, "group", "x25519"::equals);
  }
}
