package dev.tlsbench.core.tls.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Provider;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.BCSSLEngine;
import org.bouncycastle.jsse.BCSSLParameters;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCryptoProvider;

/**
 * A client and a server in memory that shake hands, and the bytes that they send meanwhile.
 * Sessions are resumed from the second handshake on, where the providers can.
 */
public final class HandshakeRecorder {
  public static final Provider JDK = Security.getProvider("SunJSSE");
  public static final Provider BOUNCY_CASTLE =
      new BouncyCastleJsseProvider(
          false, new JcaTlsCryptoProvider().setProvider(new BouncyCastleProvider()));

  private static final char[] PASSWORD = "password".toCharArray();
  private static final KeyStore STORE = selfSigned();

  private final SSLContext clients;
  private final SSLContext servers;
  private final SSLParameters clientParameters = new SSLParameters();
  private final SSLParameters serverParameters = new SSLParameters();
  private String[] serverGroups = new String[0];

  public HandshakeRecorder(Provider client, Provider server) {
    try {
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX", keyManagers(server));
      keys.init(STORE, PASSWORD);
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(STORE);
      clients = SSLContext.getInstance("TLS", client);
      clients.init(null, trust.getTrustManagers(), null);
      servers = SSLContext.getInstance("TLS", server);
      servers.init(keys.getKeyManagers(), null, null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public HandshakeRecorder protocol(String protocol) {
    clientParameters.setProtocols(new String[] {protocol});
    return this;
  }

  public HandshakeRecorder serverProtocol(String protocol) {
    serverParameters.setProtocols(new String[] {protocol});
    return this;
  }

  public HandshakeRecorder cipherSuite(String suite) {
    clientParameters.setCipherSuites(new String[] {suite});
    serverParameters.setCipherSuites(new String[] {suite});
    return this;
  }

  /** Limits the server, which must be Bouncy Castle's, to a group. */
  public HandshakeRecorder serverGroup(String group) {
    serverGroups = new String[] {group};
    return this;
  }

  /** Records that one end sent. */
  public record Sent(boolean byClient, ByteBuffer bytes) {
    /** Returns a copy of the bytes. */
    public byte[] copy() {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return copy;
    }
  }

  /** Shakes hands once, and returns all that the server sent, tickets for later included. */
  public byte[] record() {
    ByteArrayOutputStream ofServer = new ByteArrayOutputStream();
    flights().stream().filter(sent -> !sent.byClient()).forEach(s -> ofServer.writeBytes(s.copy()));
    return ofServer.toByteArray();
  }

  /** Shakes hands once, and returns what both sent, in order, tickets for later included. */
  public List<Sent> flights() {
    SSLEngine client = clients.createSSLEngine("recorded", 1);
    client.setUseClientMode(true);
    client.setSSLParameters(clientParameters);
    SSLEngine server = servers.createSSLEngine();
    server.setUseClientMode(false);
    server.setSSLParameters(serverParameters);
    if (serverGroups.length > 0 && server instanceof BCSSLEngine engine) {
      BCSSLParameters parameters = engine.getParameters();
      parameters.setNamedGroups(serverGroups);
      engine.setParameters(parameters);
    }
    List<Sent> sent = new ArrayList<>();
    Side clientSide = new Side(client, true, sent);
    Side serverSide = new Side(server, false, sent);
    try {
      client.beginHandshake();
      server.beginHandshake();
      while (clientSide.moves(serverSide) || serverSide.moves(clientSide)) {}
    } catch (SSLException e) {
      // The alert is among the bytes.
    }
    return sent;
  }

  /** One end, and what the other one has sent and it has not read yet. */
  private static final class Side {
    private final SSLEngine engine;
    private final boolean ofClient;
    private final List<Sent> sent;
    private byte[] unread = new byte[0];

    Side(SSLEngine engine, boolean ofClient, List<Sent> sent) {
      this.engine = engine;
      this.ofClient = ofClient;
      this.sent = sent;
    }

    /** Takes one step, and says whether there was one to take. */
    boolean moves(Side peer) throws SSLException {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> engine.getDelegatedTask().run();
        case NEED_WRAP -> send(peer);
        default -> {
          return unread.length > 0 && read(peer);
        }
      }
      return true;
    }

    private void send(Side peer) throws SSLException {
      ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
      try {
        engine.wrap(ByteBuffer.allocate(0), record);
      } catch (SSLException e) {
        engine.wrap(ByteBuffer.allocate(0), record); // the alert
      }
      byte[] bytes = Arrays.copyOf(record.array(), record.position());
      sent.add(new Sent(ofClient, ByteBuffer.wrap(bytes)));
      peer.unread = concat(peer.unread, bytes);
    }

    /** Says whether it could read anything. */
    private boolean read(Side peer) throws SSLException {
      ByteBuffer plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
      int consumed;
      try {
        consumed = engine.unwrap(ByteBuffer.wrap(unread), plain).bytesConsumed();
      } catch (SSLException e) {
        send(peer);
        throw e;
      }
      unread = Arrays.copyOfRange(unread, consumed, unread.length);
      return consumed > 0 || engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK;
    }
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** Bouncy Castle has a word of its own for keys that decrypt and do not sign. */
  private static Provider keyManagers(Provider server) {
    return server.equals(BOUNCY_CASTLE) ? server : Security.getProvider("SunJSSE");
  }

  private static KeyStore selfSigned() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      KeyPair pair = generator.generateKeyPair();
      X500Name name = new X500Name("CN=recorded");
      Instant now = Instant.now();
      X509Certificate certificate =
          new JcaX509CertificateConverter()
              .getCertificate(
                  new JcaX509v3CertificateBuilder(
                          name,
                          BigInteger.ONE,
                          Date.from(now.minusSeconds(60)),
                          Date.from(now.plusSeconds(3600)),
                          name,
                          pair.getPublic())
                      .build(
                          new JcaContentSignerBuilder("SHA256withRSA").build(pair.getPrivate())));
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("server", pair.getPrivate(), PASSWORD, new Certificate[] {certificate});
      store.setCertificateEntry("trusted", certificate);
      return store;
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }
}
