package dev.tlsbench.relay.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.wire.HandshakeRecorder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ServerFlightTest {
  private static final String SUITE = "TLS_AES_256_GCM_SHA384";

  @Test
  void showsChoiceOfTls13AndRetry() {
    byte[] sent =
        new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.BOUNCY_CASTLE)
            .protocol("TLSv1.3")
            .cipherSuite(SUITE)
            .serverGroup("secp384r1")
            .record();

    assertThat(ServerFlight.read(sent))
        .isEqualTo(new ServerFlight("TLSv1.3", SUITE, "secp384r1", "secp384r1", null, true));
  }

  @Test
  void showsRetryThatNoServerHelloFollows() {
    byte[] sent =
        new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.BOUNCY_CASTLE)
            .protocol("TLSv1.3")
            .serverGroup("secp384r1")
            .record();
    byte[] retry = Arrays.copyOf(sent, 5 + ByteBuffer.wrap(sent).getShort(3));

    assertThat(ServerFlight.read(retry))
        .isEqualTo(new ServerFlight("TLSv1.3", null, null, "secp384r1", null, true));
  }

  @Test
  void showsAlert() {
    byte[] sent =
        new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK)
            .protocol("TLSv1.2")
            .serverProtocol("TLSv1.3")
            .record();

    assertThat(ServerFlight.read(sent))
        .isEqualTo(new ServerFlight(null, null, null, null, "protocol_version", true));
  }

  /** A ServerHello of SSL 3.0 has no extensions; no provider makes one any more. */
  @Test
  void showsChoiceThatNobodyHereCanCompute() {
    ByteBuffer sent = ByteBuffer.allocate(5 + 4 + 38);
    sent.put(new byte[] {22, 3, 0, 0, 42, 2, 0, 0, 38, 3, 0});
    sent.position(sent.position() + 32 + 1); // random, no session id
    sent.putShort((short) 0x0005);

    assertThat(ServerFlight.read(sent.array()))
        .isEqualTo(new ServerFlight("SSLv3", "TLS_RSA_WITH_RC4_128_SHA", null, null, null, true));
  }

  @Test
  void showsThatThereIsNoTls() {
    ServerFlight nothing = new ServerFlight(null, null, null, null, null, false);

    assertThat(ServerFlight.read("HTTP/1.1 400 Bad Request".getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(nothing);
    assertThat(ServerFlight.read(new byte[0])).isEqualTo(nothing);
  }
}
