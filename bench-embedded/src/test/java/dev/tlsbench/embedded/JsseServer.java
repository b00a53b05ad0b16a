package dev.tlsbench.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.Provider;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * A TLS server of the JDK in this JVM that sends each byte back, one connection after the other.
 */
final class JsseServer implements AutoCloseable {
  /** The server's view of a client. */
  record Visit(List<String> serverNames, String client) {}

  private final SSLServerSocket listener;
  private final BlockingQueue<Visit> visits = new LinkedBlockingQueue<>();
  private volatile @Nullable SSLSocket current;

  private JsseServer(SSLServerSocket listener) {
    this.listener = listener;
    Thread thread = new Thread(this::serve, "jsse-server");
    thread.setDaemon(true);
    thread.start();
  }

  static JsseServer start(IssuedCertificate certificate) {
    return builder(certificate).start();
  }

  static Builder builder(IssuedCertificate certificate) {
    return new Builder(certificate);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Waits for the next client whose handshake succeeded. */
  Visit visit() throws InterruptedException {
    Visit visit = visits.poll(10, TimeUnit.SECONDS);
    if (visit == null) {
      throw new AssertionError("no client came");
    }
    return visit;
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (SSLSocket socket = (SSLSocket) listener.accept()) {
        socket.setTcpNoDelay(true);
        socket.startHandshake();
        // Not before: SunJSSE fails if another thread closes it as the handshake ends.
        current = socket;
        visits.add(seen(socket));
        for (int read = socket.getInputStream().read(); read >= 0; ) {
          socket.getOutputStream().write(read);
          read = socket.getInputStream().read();
        }
      } catch (IOException e) {
        // The client says what went wrong; this side waits for the next one.
      }
    }
  }

  /** Empty with Bouncy Castle, which does not implement the question. */
  private static List<String> names(ExtendedSSLSession session) {
    try {
      return session.getRequestedServerNames().stream()
          .map(name -> new String(name.getEncoded(), StandardCharsets.UTF_8))
          .toList();
    } catch (UnsupportedOperationException e) {
      return List.of();
    }
  }

  private static Visit seen(SSLSocket socket) {
    ExtendedSSLSession session = (ExtendedSSLSession) socket.getSession();
    List<String> names = names(session);
    try {
      Principal client = session.getPeerPrincipal();
      return new Visit(names, client.getName());
    } catch (SSLException e) {
      return new Visit(names, "nobody");
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    SSLSocket open = current;
    if (open != null) {
      open.close();
    }
  }

  static final class Builder {
    private final IssuedCertificate certificate;
    private final SSLParameters parameters = new SSLParameters();
    private TrustManager @Nullable [] clients;
    private @Nullable Provider provider;

    private Builder(IssuedCertificate certificate) {
      this.certificate = certificate;
    }

    Builder protocol(String protocol) {
      parameters.setProtocols(new String[] {protocol});
      return this;
    }

    Builder cipherSuite(String suite) {
      parameters.setCipherSuites(new String[] {suite});
      return this;
    }

    /** Takes part in ALPN; a client that offers none of the names is refused. */
    Builder alpn(String... names) {
      parameters.setApplicationProtocols(names);
      return this;
    }

    /** Uses another implementation than SunJSSE. */
    Builder provider(Provider implementation) {
      provider = implementation;
      return this;
    }

    /** Demands this self-signed certificate from each client. */
    Builder client(X509Certificate certificate) {
      clients = new TrustManager[] {new OneClient(certificate)};
      parameters.setNeedClientAuth(true);
      return this;
    }

    /** Demands a certificate of this authority from each client. */
    Builder clientsOf(CertificateAuthority authority) {
      return clientsOf(authority, authority);
    }

    /** Demands a certificate of one authority from each client, and names another to them. */
    Builder clientsOf(CertificateAuthority trusted, CertificateAuthority named) {
      return clientsOf(trusted, named.certificate());
    }

    /** Demands a certificate of one authority from each client, and names others to them. */
    Builder clientsOf(CertificateAuthority trusted, X509Certificate... named) {
      clients = new TrustManager[] {new ClientTrust(trusted.trustStore(), named)};
      parameters.setNeedClientAuth(true);
      return this;
    }

    /** Other implementations have names of their own for kinds of keys. */
    private KeyManager[] keys(Provider implementation) throws GeneralSecurityException {
      KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX", implementation);
      factory.init(certificate.keyStore("test"), "test".toCharArray());
      return factory.getKeyManagers();
    }

    JsseServer start() {
      try {
        SSLContext context =
            provider == null
                ? SSLContext.getInstance("TLS", "SunJSSE")
                : SSLContext.getInstance("TLS", provider);
        context.init(
            provider == null ? new KeyManager[] {ChainKeys.of(certificate)} : keys(provider),
            clients,
            null);
        SSLServerSocket listener =
            (SSLServerSocket)
                context
                    .getServerSocketFactory()
                    .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listener.setSSLParameters(parameters);
        return new JsseServer(listener);
      } catch (GeneralSecurityException | IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Trusts the clients of one authority, and names others. */
  private static final class ClientTrust implements X509TrustManager {
    private final X509TrustManager trust;
    private final X509Certificate[] named;

    ClientTrust(KeyStore trusted, X509Certificate... named) {
      this.named = named;
      try {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(trusted);
        trust = (X509TrustManager) factory.getTrustManagers()[0];
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      trust.checkClientTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      throw new CertificateException("this side is a server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return named.clone();
    }
  }

  /** Trusts one client. */
  private record OneClient(X509Certificate certificate) implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      if (!Arrays.equals(chain[0].getEncoded(), certificate.getEncoded())) {
        throw new CertificateException("another client");
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      throw new CertificateException("this side is a server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[] {certificate};
    }
  }
}
