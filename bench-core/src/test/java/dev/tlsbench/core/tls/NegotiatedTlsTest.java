package dev.tlsbench.core.tls;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.tls.wire.HandshakeReader;
import dev.tlsbench.core.tls.wire.HandshakeRecorder;
import java.lang.reflect.Proxy;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;

/** A provider whose session is not the one that was seen on the wire is not believed. */
class NegotiatedTlsTest {
  private static final String SUITE = "TLS_AES_256_GCM_SHA384";
  private static final byte[] SENT =
      new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK)
          .protocol("TLSv1.3")
          .cipherSuite(SUITE)
          .record();

  @Test
  void refusesSessionOfAnotherProtocol() {
    assertThatThrownBy(() -> read(SENT.length, "TLSv1.2", SUITE))
        .isInstanceOf(SSLException.class)
        .hasMessage("the provider says TLSv1.2, the wire says TLSv1.3");
  }

  @Test
  void refusesSessionOfAnotherSuite() {
    assertThatThrownBy(() -> read(SENT.length, "TLSv1.3", "TLS_AES_128_GCM_SHA256"))
        .isInstanceOf(SSLException.class)
        .hasMessage("the provider says TLS_AES_128_GCM_SHA256, the wire says " + SUITE);
  }

  @Test
  void refusesSessionWithoutHandshake() {
    assertThatThrownBy(() -> read(SENT.length, "NONE", "SSL_NULL_WITH_NULL_NULL"))
        .isInstanceOf(SSLException.class)
        .hasMessage("the handshake has not ended");
  }

  @Test
  void refusesSessionWhoseServerHelloWasNotSeenWhole() {
    assertThatThrownBy(() -> read(60, "TLSv1.3", SUITE))
        .isInstanceOf(SSLException.class)
        .hasMessage("the handshake ended without a ServerHello on the wire");
  }

  private static NegotiatedTls read(int seen, String protocol, String suite) throws SSLException {
    HandshakeReader reader = new HandshakeReader();
    reader.accept(SENT, 0, seen);
    SSLSession session =
        (SSLSession)
            Proxy.newProxyInstance(
                NegotiatedTlsTest.class.getClassLoader(),
                new Class<?>[] {SSLSession.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getProtocol" -> protocol;
                      case "getCipherSuite" -> suite;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    return NegotiatedTls.read(TlsProvider.JDK, reader, session);
  }
}
