package dev.tlsbench.embedded;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A server that speaks a database's protocol up to TLS, shakes hands with whatever certificate it
 * was given, and keeps what clients then say to it. It never answers them: it closes.
 */
final class HostileServer implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 10_000;

  private final ServerSocket listener;
  private final SSLContext context;
  private final SSLParameters parameters;
  private final DatabaseClient database;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

  private HostileServer(Builder builder) throws IOException {
    this.database = builder.database;
    this.parameters = builder.parameters;
    this.context = context(builder.certificate);
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start("hostile-server", this::accept);
  }

  static Builder builder(DatabaseClient database, IssuedCertificate certificate) {
    return new Builder(database, certificate);
  }

  private static SSLContext context(IssuedCertificate certificate) {
    try {
      KeyStore store = certificate.keyStore("password");
      KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
      keys.init(store, "password".toCharArray());
      SSLContext context = SSLContext.getInstance("TLS", "SunJSSE");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  /** What clients said after the handshake: credentials and commands. */
  String heard() {
    synchronized (heard) {
      return heard.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        start("hostile-server-connection", () -> meet(client));
      } catch (IOException e) {
        // Closed, or the client is gone already.
      }
    }
  }

  private void meet(Socket client) {
    try (client) {
      client.setSoTimeout(TIMEOUT_MILLIS);
      database.greet(client.getInputStream(), client.getOutputStream());
      SSLSocket tls =
          (SSLSocket)
              context.getSocketFactory().createSocket(client, "localhost", client.getPort(), true);
      tls.setUseClientMode(false);
      tls.setSSLParameters(parameters);
      tls.startHandshake();
      byte[] first = new byte[1 << 12];
      int length = tls.getInputStream().read(first);
      if (length > 0) {
        synchronized (heard) {
          heard.write(first, 0, length);
        }
      }
    } catch (IOException e) {
      // The client breaks off the handshake: that is what it is here for.
    } finally {
      open.remove(client);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket client : open) {
      client.close();
    }
  }

  static final class Builder {
    private final DatabaseClient database;
    private final IssuedCertificate certificate;
    private final SSLParameters parameters = new SSLParameters();

    private Builder(DatabaseClient database, IssuedCertificate certificate) {
      this.database = database;
      this.certificate = certificate;
    }

    @CanIgnoreReturnValue
    Builder protocol(String protocol) {
      parameters.setProtocols(new String[] {protocol});
      return this;
    }

    @CanIgnoreReturnValue
    Builder cipherSuite(String suite) {
      parameters.setCipherSuites(new String[] {suite});
      return this;
    }

    HostileServer start() throws IOException {
      return new HostileServer(this);
    }
  }
}
