package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A server that speaks a database's protocol up to TLS, shakes hands with whatever certificate it
 * was given, and keeps what clients then say to it. It never answers them: it closes.
 *
 * <p>Every byte that arrives is kept as well, so that what is said before or beside TLS is seen.
 */
final class HostileServer implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 10_000;

  private final ServerSocket listener;
  private final SSLContext context;
  private final SSLParameters parameters;
  private final DatabaseClient database;

  /** By the client's port; done once the connection is over. */
  private final Map<Integer, Meeting> meetings = new ConcurrentHashMap<>();

  private final ByteArrayOutputStream arrived = new ByteArrayOutputStream();
  private final List<byte[]> answers = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

  private HostileServer(Builder builder) throws IOException {
    this.database = builder.database;
    this.parameters = builder.parameters;
    this.context = context(builder.certificate);
    this.listener = new Ears(arrived);
    start("hostile-server", this::accept);
  }

  static Builder builder(DatabaseClient database, IssuedCertificate certificate) {
    return new Builder(database, certificate);
  }

  private static SSLContext context(IssuedCertificate certificate) {
    try {
      SSLContext context = SSLContext.getInstance("TLS", "SunJSSE");
      context.init(new KeyManager[] {ChainKeys.of(certificate)}, null, null);
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

  /**
   * Returns what clients sent after the handshake: credentials and commands. Waits until all have
   * gone, and demands that they said nothing but a request for TLS in plain text.
   */
  String heard() throws IOException {
    awaitEnd();
    assertThat(text(arrived)).doesNotContain(DatabaseClient.SECRETS);
    assertThat(answers).allMatch(database::isRequestForTls);
    return text(heard);
  }

  /** Comes as the last client, so that those before it have been accepted when it has. */
  private void awaitEnd() throws IOException {
    try {
      try (Socket last = new Socket(listener.getInetAddress(), port())) {
        last.shutdownOutput();
        meeting(last.getLocalPort()).over.get(2 * TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
      }
      for (Meeting meeting : meetings.values()) {
        meeting.over.get(2 * TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (ExecutionException | InterruptedException | TimeoutException e) {
      throw new AssertionError("a client has not hung up", e);
    }
  }

  private Meeting meeting(int clientPort) {
    return meetings.computeIfAbsent(clientPort, port -> new Meeting());
  }

  private static String text(ByteArrayOutputStream bytes) {
    synchronized (bytes) {
      return bytes.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private static void keep(ByteArrayOutputStream to, byte[] bytes, int length) {
    synchronized (to) {
      to.write(bytes, 0, Math.max(0, length));
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        client.setTcpNoDelay(true);
        Meeting meeting = meeting(client.getPort());
        meeting.client = client;
        start("hostile-server-connection", () -> meet(meeting, client));
      } catch (IOException e) {
        // Closed, or the client is gone already.
      }
    }
  }

  private void meet(Meeting meeting, Socket client) {
    try (client) {
      client.setSoTimeout(TIMEOUT_MILLIS);
      byte[] answer = database.greet(client.getInputStream(), client.getOutputStream());
      if (answer.length > 0) {
        answers.add(answer);
      }
      SSLSocket tls =
          (SSLSocket)
              context.getSocketFactory().createSocket(client, "localhost", client.getPort(), true);
      tls.setUseClientMode(false);
      tls.setSSLParameters(parameters);
      tls.startHandshake();
      byte[] first = new byte[1 << 12];
      keep(heard, first, tls.getInputStream().read(first));
    } catch (IOException e) {
      // The client breaks off the handshake: that is what it is here for.
    } finally {
      meeting.over.complete(null);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Meeting meeting : meetings.values()) {
      Socket client = meeting.client;
      if (client != null) {
        client.close();
      }
    }
  }

  /** A client's connection, and its end. */
  private static final class Meeting {
    final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    volatile @Nullable Socket client;
  }

  /** Accepts connections of which every byte is kept as it comes. */
  private static final class Ears extends ServerSocket {
    private final ByteArrayOutputStream arrived;

    Ears(ByteArrayOutputStream arrived) throws IOException {
      super(0, 50, InetAddress.getLoopbackAddress());
      this.arrived = arrived;
    }

    @Override
    public Socket accept() throws IOException {
      Socket client =
          new Socket() {
            @Override
            public InputStream getInputStream() throws IOException {
              return new Ear(super.getInputStream(), arrived);
            }
          };
      implAccept(client);
      return client;
    }
  }

  private static final class Ear extends FilterInputStream {
    private final ByteArrayOutputStream arrived;

    Ear(InputStream in, ByteArrayOutputStream arrived) {
      super(in);
      this.arrived = arrived;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      synchronized (arrived) {
        arrived.write(bytes, offset, Math.max(0, read));
      }
      return read;
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

    Builder protocol(String protocol) {
      parameters.setProtocols(new String[] {protocol});
      return this;
    }

    Builder cipherSuite(String suite) {
      parameters.setCipherSuites(new String[] {suite});
      return this;
    }

    HostileServer start() throws IOException {
      return new HostileServer(this);
    }
  }
}
