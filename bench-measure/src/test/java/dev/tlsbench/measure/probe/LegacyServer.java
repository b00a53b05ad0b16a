package dev.tlsbench.measure.probe;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A server that no current TLS implementation provides: it answers every ClientHello in one old
 * protocol, with the first of its suites that was offered, and stops there.
 */
final class LegacyServer implements AutoCloseable {
  private static final int RANDOM_AND_VERSION = 34;

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final int minorVersion;
  private final List<Integer> suites;

  /** Starts a server; a minor version of 1 stands for TLS 1.0. */
  LegacyServer(int minorVersion, Integer... suites) throws IOException {
    this.minorVersion = minorVersion;
    this.suites = List.of(suites);
    Thread thread = new Thread(this::serve, "legacy-server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket client = listener.accept()) {
        client.setTcpNoDelay(true);
        answer(client);
      } catch (IOException e) {
        // The client has disconnected, or the test is over, which the loop checks.
      }
    }
  }

  private void answer(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    in.readNBytes(3);
    ByteBuffer hello = ByteBuffer.wrap(in.readNBytes(in.readUnsignedShort()));
    if (hello.remaining() < 4 + RANDOM_AND_VERSION) {
      throw new IOException("no ClientHello");
    }
    hello.position(4 + RANDOM_AND_VERSION);
    hello.position(hello.position() + 1 + (hello.get(hello.position()) & 0xFF));
    int length = hello.getShort() & 0xFFFF;
    ByteBuffer offered = hello.slice(hello.position(), length);
    List<Integer> offer =
        IntStream.range(0, offered.remaining() / 2)
            .mapToObj(i -> offered.getShort(2 * i) & 0xFFFF)
            .toList();
    Integer chosen = suites.stream().filter(offer::contains).findFirst().orElse(null);
    client.getOutputStream().write(chosen == null ? alert() : serverHello(chosen));
    in.transferTo(OutputStream.nullOutputStream()); // until the client hangs up
  }

  private byte[] alert() {
    return new byte[] {21, 3, (byte) minorVersion, 0, 2, 2, 40};
  }

  private byte[] serverHello(int suite) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    int body = RANDOM_AND_VERSION + 1 + 2 + 1;
    out.write(new byte[] {22, 3, (byte) minorVersion});
    out.writeShort(4 + body);
    out.writeInt(2 << 24 | body);
    out.write(new byte[] {3, (byte) minorVersion});
    out.write(new byte[32]);
    out.writeByte(0);
    out.writeShort(suite);
    out.writeByte(0);
    return bytes.toByteArray();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
