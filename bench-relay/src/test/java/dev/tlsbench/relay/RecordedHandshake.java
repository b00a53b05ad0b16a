package dev.tlsbench.relay;

import dev.tlsbench.embedded.CertificateAuthority;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/** The bytes of one handshake, to be sent again over any number of connections. */
final class RecordedHandshake {
  private static final String PASSWORD = "unused";

  private RecordedHandshake() {}

  /** Returns what client and server send in turns in a full handshake of TLS 1.2. */
  static List<byte[]> flights() throws GeneralSecurityException, SSLException {
    CertificateAuthority authority = CertificateAuthority.create();
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(authority.issueServer().keyStore(PASSWORD), PASSWORD.toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authority.trustStore());
    SSLContext context = SSLContext.getInstance("TLSv1.2");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    SSLEngine client = context.createSSLEngine();
    client.setUseClientMode(true);
    SSLEngine server = context.createSSLEngine();
    server.setUseClientMode(false);

    List<byte[]> flights = new ArrayList<>();
    SSLEngine from = client;
    client.beginHandshake();
    while (from.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      SSLEngine to = from == client ? server : client;
      byte[] flight = flight(from);
      receive(to, ByteBuffer.wrap(flight));
      flights.add(flight);
      from = to;
    }
    return flights;
  }

  private static byte[] flight(SSLEngine engine) throws SSLException {
    ByteArrayOutputStream flight = new ByteArrayOutputStream();
    ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      engine.wrap(ByteBuffer.allocate(0), out.clear());
      flight.write(out.array(), 0, out.position());
    }
    return flight.toByteArray();
  }

  private static void receive(SSLEngine engine, ByteBuffer flight) throws SSLException {
    ByteBuffer data = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
    while (flight.hasRemaining() || engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
      if (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
        engine.getDelegatedTask().run();
      } else {
        engine.unwrap(flight, data);
      }
    }
  }
}
