package dev.tlsbench.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A server socket with a relay in front of it. */
final class TestLine implements AutoCloseable {
  static final int END = -1;
  private static final int BACKLOG = 4096;

  /** Ends a test that would hang: an interrupt does not end a read. */
  static final int LIMIT_MILLIS = 30_000;

  private final ServerSocket server;
  private final Relay relay;

  TestLine(Duration roundTrip) throws IOException {
    server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    InetSocketAddress address =
        new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    server.setSoTimeout(LIMIT_MILLIS);
    relay = Relay.to(address).roundTrip(roundTrip).open();
  }

  Relay relay() {
    return relay;
  }

  ServerSocket server() {
    return server;
  }

  Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(LIMIT_MILLIS);
    socket.connect(relay.address());
    return socket;
  }

  Socket accept() throws IOException {
    Socket accepted = server.accept();
    accepted.setTcpNoDelay(true);
    accepted.setSoTimeout(LIMIT_MILLIS);
    return accepted;
  }

  /** Has the server send back what it receives. */
  void echoAll() {
    start(
        () -> {
          while (true) {
            Socket accepted = accept();
            start(() -> echo(accepted));
          }
        });
  }

  private static void echo(Socket accepted) throws IOException {
    try (accepted) {
      InputStream in = accepted.getInputStream();
      byte[] piece = new byte[1 << 16];
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        accepted.getOutputStream().write(piece, 0, length);
      }
    }
  }

  static void ask(Socket client) throws IOException {
    assertThat(echoOf(client, new byte[] {42})).containsExactly(42);
  }

  static byte[] echoOf(Socket client, byte[] piece) throws IOException {
    client.getOutputStream().write(piece);
    return client.getInputStream().readNBytes(piece.length);
  }

  /** Reads; a connection that is closed with something unread ends in a reset. */
  static int endOf(Socket client) {
    try {
      return client.getInputStream().read();
    } catch (IOException e) {
      return END;
    }
  }

  /** Waits until a condition holds, or the test's time is over. */
  static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Thread.onSpinWait();
    }
  }

  interface Work {
    void run() throws IOException;
  }

  static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // The test, or this connection, is over.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    relay.close();
    server.close();
  }
}
