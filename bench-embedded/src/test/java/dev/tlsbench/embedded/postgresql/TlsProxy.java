package dev.tlsbench.embedded.postgresql;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.KeyStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Ends TLS with a certificate of its own, and opens TLS to a PostgreSQL server on this machine. */
final class TlsProxy implements AutoCloseable {
  private static final byte[] SSL_REQUEST = {0, 0, 0, 8, 4, (byte) 0xd2, 0x16, 0x2f};
  private static final String PASSWORD = "of the store in memory";

  private final ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final SSLContext toClients = SSLContext.getInstance("TLS");
  private final SSLContext toServer = SSLContext.getInstance("TLS");
  private final int server;

  private TlsProxy(int server, IssuedCertificate certificate, KeyStore authorities)
      throws Exception {
    this.server = server;
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(certificate.keyStore(PASSWORD), PASSWORD.toCharArray());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(authorities);
    toClients.init(keys.getKeyManagers(), null, null);
    toServer.init(null, trust.getTrustManagers(), null);
  }

  static TlsProxy to(int server, CertificateAuthority authority) throws Exception {
    TlsProxy proxy = new TlsProxy(server, authority.issueServer(), authority.trustStore());
    proxy.threads.execute(proxy::accept);
    return proxy;
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        threads.execute(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), server)) {
      client.getInputStream().readNBytes(SSL_REQUEST.length);
      client.getOutputStream().write('S');
      plain.getOutputStream().write(SSL_REQUEST);
      plain.getInputStream().readNBytes(1);
      SSLSocket toClient =
          (SSLSocket) toClients.getSocketFactory().createSocket(client, null, 0, true);
      toClient.setUseClientMode(false);
      Socket encrypted = toServer.getSocketFactory().createSocket(plain, "localhost", server, true);
      threads.execute(() -> copy(encrypted, toClient));
      copy(toClient, encrypted);
    } catch (IOException e) {
      // One side has closed the connection.
    }
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One side has closed the connection.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    threads.shutdownNow();
  }
}
