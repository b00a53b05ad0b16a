package dev.tlsbench.embedded;

import dev.tlsbench.core.database.Database;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.BCSSLParameters;
import org.bouncycastle.jsse.BCSSLSocket;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.jspecify.annotations.Nullable;

/** A client made of nothing but the JDK, to see what a server's TLS does. */
public final class TlsProbe {
  /** Held, for the JDK would forget a logger that nobody holds, and its level with it. */
  private static final Logger BOUNCY_CASTLE_LOG = Logger.getLogger("org.bouncycastle");

  private static final int TIMEOUT_MILLIS = 10_000;

  private final X509TrustManager trust;
  private final KeyManager @Nullable [] keys;
  private SSLContext context;
  private final AtomicInteger chainsChecked = new AtomicInteger();
  private String[] protocols = {"TLSv1.3", "TLSv1.2"};
  private String @Nullable [] cipherSuites;
  private String @Nullable [] namedGroups;

  public TlsProbe(CertificateAuthority trusted, @Nullable IssuedCertificate own)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted.trustStore());
    trust = counting((X509TrustManager) factory.getTrustManagers()[0]);
    keys = own == null ? null : keyManagers(own);
    context = initialized(SSLContext.getInstance("TLS"));
  }

  private SSLContext initialized(SSLContext fresh) throws GeneralSecurityException {
    fresh.init(keys, new TrustManager[] {trust}, null);
    return fresh;
  }

  /** The JDK lets a client choose its groups from JDK 20 on; Bouncy Castle always does. */
  public TlsProbe namedGroups(String... names) throws GeneralSecurityException {
    BOUNCY_CASTLE_LOG.setLevel(Level.OFF);
    namedGroups = names;
    context =
        initialized(
            SSLContext.getInstance(
                "TLS", new BouncyCastleJsseProvider(new BouncyCastleProvider())));
    return this;
  }

  public TlsProbe protocols(String... names) {
    protocols = names;
    return this;
  }

  public TlsProbe cipherSuites(String... names) {
    cipherSuites = names;
    return this;
  }

  public SSLContext context() {
    return context;
  }

  /** A full handshake checks the server's chain, one that resumes a session does not. */
  public int fullHandshakes() {
    return chainsChecked.get();
  }

  /** Shakes hands with a MongoDB server, and has one command answered. */
  public SSLSession pingMongo(EmbeddedServer server) throws IOException {
    try (Socket socket = new Socket(server.host(), server.port())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      SSLSocket tls = secure(socket, server);
      tls.getOutputStream().write(ping());
      new DataInputStream(tls.getInputStream()).readInt();
      return tls.getSession();
    }
  }

  /** Shakes hands with a MySQL server: it is the client that asks for TLS, after the greeting. */
  public SSLSession greetMySql(EmbeddedServer server) throws IOException {
    try (Socket socket = new Socket(server.host(), server.port())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      InputStream in = socket.getInputStream();
      byte[] header = in.readNBytes(4);
      in.readNBytes((header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16);
      OutputStream out = socket.getOutputStream();
      out.write(sslRequest());
      return secure(socket, server).getSession();
    }
  }

  /**
   * Shakes hands with a PostgreSQL server that agrees to SSLRequest (PostgreSQL's message formats,
   * section 54.7), and waits for its answer to a cancellation, which is to close the connection: in
   * TLS 1.3 a server refuses a client's certificate only after the client's handshake.
   */
  public SSLSession greetPostgres(EmbeddedServer server) throws IOException {
    try (Socket socket = new Socket(server.host(), server.port())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(8);
      out.writeInt(80877103);
      int answer = socket.getInputStream().read();
      if (answer != 'S') {
        throw new IOException("the server answers SSLRequest with " + answer);
      }
      SSLSocket tls = secure(socket, server);
      DataOutputStream cancel = new DataOutputStream(tls.getOutputStream());
      cancel.writeInt(16);
      cancel.writeInt(80877102);
      cancel.writeLong(0);
      cancel.flush();
      tls.getInputStream().readAllBytes();
      return tls.getSession();
    }
  }

  /** Shakes hands with a Cassandra server, and has it list its options. */
  public SSLSession askCassandra(EmbeddedServer server) throws IOException {
    try (Socket socket = new Socket(server.host(), server.port())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      SSLSocket tls = secure(socket, server);
      Database.of("cassandra").preamble().exchange(tls.getInputStream(), tls.getOutputStream());
      return tls.getSession();
    }
  }

  private SSLSocket secure(Socket socket, EmbeddedServer server) throws IOException {
    SSLSocket tls =
        (SSLSocket)
            context.getSocketFactory().createSocket(socket, server.host(), server.port(), false);
    tls.setEnabledProtocols(protocols);
    if (namedGroups != null) {
      BCSSLParameters parameters = ((BCSSLSocket) tls).getParameters();
      parameters.setNamedGroups(namedGroups);
      ((BCSSLSocket) tls).setParameters(parameters);
    }
    if (cipherSuites != null) {
      tls.setEnabledCipherSuites(cipherSuites);
    }
    tls.startHandshake();
    return tls;
  }

  /** OP_MSG (MongoDB wire protocol): header, flags, one section of kind 0 with the command. */
  private static byte[] ping() {
    BasicOutputBuffer body = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(
            new BsonBinaryWriter(body),
            new BsonDocument("ping", new BsonInt32(1)).append("$db", new BsonString("admin")),
            EncoderContext.builder().build());
    byte[] command = body.toByteArray();
    int length = 4 * Integer.BYTES + Integer.BYTES + 1 + command.length;
    return ByteBuffer.allocate(length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length)
        .putInt(1)
        .putInt(0)
        .putInt(2013)
        .putInt(0)
        .put((byte) 0)
        .put(command)
        .array();
  }

  /** Protocol::SSLRequest (MySQL client/server protocol): PROTOCOL_41, SSL, SECURE_CONNECTION. */
  private static byte[] sslRequest() {
    ByteBuffer packet = ByteBuffer.allocate(4 + 32).order(ByteOrder.LITTLE_ENDIAN);
    packet.putInt(32 | 1 << 24);
    packet.putInt(0x200 | 0x800 | 0x8000);
    packet.putInt(1 << 24);
    packet.put((byte) 45);
    return packet.array();
  }

  private static KeyManager[] keyManagers(IssuedCertificate own) throws GeneralSecurityException {
    KeyStore store = own.keyStore("secret");
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, "secret".toCharArray());
    return keys.getKeyManagers();
  }

  private X509TrustManager counting(X509TrustManager checks) {
    return new X509TrustManager() {
      @Override
      public void checkClientTrusted(X509Certificate[] chain, String authType)
          throws CertificateException {
        checks.checkClientTrusted(chain, authType);
      }

      @Override
      public void checkServerTrusted(X509Certificate[] chain, String authType)
          throws CertificateException {
        chainsChecked.incrementAndGet();
        checks.checkServerTrusted(chain, authType);
      }

      @Override
      public X509Certificate[] getAcceptedIssuers() {
        return checks.getAcceptedIssuers();
      }
    };
  }
}
