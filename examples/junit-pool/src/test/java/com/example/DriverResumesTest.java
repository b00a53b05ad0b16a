package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.junit.RequireTls;
import dev.tlsbench.junit.ServerCertificate;
import dev.tlsbench.junit.TlsServer;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.TlsTap;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A driver author's test: a client of one's own, here no more than sockets of the JDK. */
class DriverResumesTest {
  @RegisterExtension static final TlsServer mongodb = TlsServer.mongodb().build();

  private static SSLContext trusting(CertificateAuthority authority) throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authority.trustStore());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** Returns the server's certificate. */
  private static Certificate connect(SSLContext context, TlsTap tap) throws Exception {
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", tap.port())) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.startHandshake();
      return socket.getSession().getPeerCertificates()[0];
    }
  }

  @Test
  @RequireTls(protocol = "TLSv1.2", resumedAtLeast = 1)
  void resumesItsSession(TlsTap tap, CertificateAuthority authority) throws Exception {
    SSLContext context = trusting(authority);
    for (int i = 0; i < 5; i++) {
      connect(context, tap);
    }
  }

  @Test
  @RequireTls(protocol = "TLSv1.2")
  void takesARenewedCertificateInPlaceOfItsSession(TlsTap tap, CertificateAuthority authority)
      throws Exception {
    SSLContext context = trusting(authority);
    Certificate old = connect(context, tap);
    mongodb.restartWith(ServerCertificate.VALID);

    assertNotEquals(old, connect(context, tap));
    List<TappedConnection> seen =
        tap.await(2, TappedConnection::isHandshakeCompleted, Duration.ofSeconds(30));
    assertEquals(0, seen.stream().filter(TappedConnection::isResumed).count());
  }
}
