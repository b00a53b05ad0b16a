package dev.tlsbench.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many connections at once, and readers that do not read. */
@Timeout(120)
class RelayLoadTest {
  private static final int MANY = 10_000;
  private static final int DESCRIPTORS_EACH = 4;
  private static final int OTHER_DESCRIPTORS = 500;

  /** More than the kernel buffers for four sockets, tcp_wmem and tcp_rmem (tcp(7)). */
  private static final long MOST_IN_KERNEL = 30_000_000;

  private static final long MORE_THAN_FITS = 150_000_000;
  private static final int QUIET_MILLIS = 1_000;
  private static final long MOST_BYTES_EACH = 16_384;

  private final UnixOperatingSystemMXBean system =
      (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  @Test
  void carriesHundredsOfConnectionsAtOnce() throws Exception {
    carries(500);
  }

  /** As many of ten thousand as the limit on descriptors allows ({@code ulimit -n}). */
  @Test
  @Tag("full")
  void carriesTenThousandConnectionsAtOnce() throws Exception {
    long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount();
    carries((int) Math.min(MANY, (free - OTHER_DESCRIPTORS) / DESCRIPTORS_EACH));
  }

  /** One more or less, so that the last free descriptor is once a client's and once a server's. */
  @ParameterizedTest
  @ValueSource(ints = {200, 201})
  void countsClientsForWhichThereAreNoDescriptors(int limit) throws Exception {
    List<Socket> clients = new ArrayList<>();
    try (ServerSocket server = new ServerSocket(0, limit, InetAddress.getLoopbackAddress())) {
      Process process =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  "ulimit -n " + limit + "; exec \"$@\"",
                  "sh",
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  TapOfClients.class.getName(),
                  Integer.toString(server.getLocalPort()),
                  Integer.toString(limit))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (BufferedReader lines = process.inputReader()) {
        assertThat(lines.readLine()).contains("refused");
        int port = Integer.parseInt(lines.readLine());
        for (int i = 0; i < limit; i++) {
          clients.add(new Socket(server.getInetAddress(), port));
        }

        assertThat(lines.readLine()).contains("may open no more files", "(ulimit -n)");
      }
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  /** Waits until a tap has seen a number of clients, and prints why one of them had no server. */
  static final class TapOfClients {
    public static void main(String[] args) throws Exception {
      // Loads the classes of a failure, for which there are no descriptors later.
      try (TlsTap nowhere = to("1");
          Socket client = new Socket(nowhere.address().getAddress(), nowhere.port())) {
        print(nowhere, client.isConnected() ? 1 : 0);
      }
      try (TlsTap tap = to(args[0])) {
        System.out.println(tap.port());
        print(tap, Integer.parseInt(args[1]));
      }
    }

    private static TlsTap to(String port) throws IOException {
      return TlsTap.to(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)))
          .open();
    }

    private static void print(TlsTap tap, int clients) throws Exception {
      tap.await(clients, any -> true, Duration.ofMinutes(1));
      System.out.println(
          tap.await(1, one -> one.unreached() != null, Duration.ofMinutes(1)).get(0).unreached());
    }
  }

  /** With what client and server sockets take, which are in the same JVM. */
  @Test
  @Tag("full")
  void watchesTenThousandOpenConnectionsInLittleMemory() throws Exception {
    long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount();
    int connections = (int) Math.min(MANY, (free - OTHER_DESCRIPTORS) / DESCRIPTORS_EACH);
    List<byte[]> flights = RecordedHandshake.flights();
    List<Socket> sockets = new ArrayList<>();
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        TlsTap tap =
            TlsTap.to(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()))
                .open()) {
      long before = heapInUse();
      for (int i = 0; i < connections; i++) {
        Socket client = new Socket(tap.address().getAddress(), tap.port());
        sockets.add(client);
        Socket accepted = server.accept();
        sockets.add(accepted);
        Socket from = client;
        for (byte[] flight : flights) {
          Socket to = from == client ? accepted : client;
          from.getOutputStream().write(flight);
          assertThat(to.getInputStream().readNBytes(flight.length)).isEqualTo(flight);
          from = to;
        }
      }
      assertThat(tap.connections())
          .hasSize(connections)
          .allMatch(TappedConnection::isHandshakeCompleted)
          .noneMatch(connection -> connection.times().ended());
      assertThat((heapInUse() - before) / connections).isLessThan(MOST_BYTES_EACH);
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static long heapInUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private void carries(int connections) throws Exception {
    long descriptors = system.getOpenFileDescriptorCount();
    List<Socket> sockets = new ArrayList<>();
    try (TestLine line = new TestLine(Duration.ofMillis(20))) {
      BlockingQueue<Socket> accepted = new LinkedBlockingQueue<>();
      TestLine.start(
          () -> {
            while (true) {
              accepted.add(line.accept());
            }
          });
      for (int i = 0; i < connections; i++) {
        Socket client = line.connect();
        sockets.add(client);
        new DataOutputStream(client.getOutputStream()).writeInt(i);
      }
      for (int i = 0; i < connections; i++) {
        Socket server = accepted.take();
        sockets.add(server);
        int number = new DataInputStream(server.getInputStream()).readInt();
        new DataOutputStream(server.getOutputStream()).writeInt(number);
      }
      for (int i = 0; i < connections; i++) {
        assertThat(new DataInputStream(sockets.get(i).getInputStream()).readInt()).isEqualTo(i);
      }
      assertThat(line.relay().connections()).isEqualTo(connections);
      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(thread -> thread.getName().startsWith("tlsbench-relay-"))
          .hasSizeLessThanOrEqualTo(8);

      for (Socket socket : sockets) {
        socket.close();
      }
      // The relay closes its sockets, too; its selector, its listener and the server's stay open.
      TestLine.await(() -> system.getOpenFileDescriptorCount() < descriptors + connections / 2);
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"PT0S, 131072", "PT1H, 33554432"})
  void holdsALimitedNumberOfBytesForAReaderThatDoesNotRead(Duration roundTrip, long limit)
      throws Exception {
    try (TestLine line = new TestLine(roundTrip);
        SocketChannel client = SocketChannel.open(line.relay().address())) {
      long sent = sendUntilFull(client);
      assertThat(sent).isLessThan(limit + MOST_IN_KERNEL);
      if (roundTrip.isZero()) {
        try (Socket reader = line.accept()) {
          reader.getInputStream().skipNBytes(sent);
          client.shutdownOutput();
          assertThat(reader.getInputStream().read()).isEqualTo(TestLine.END);
        }
      } else {
        assertThat(sent).isGreaterThan(limit - 100_000);
      }
    }
  }

  /** Sends until the relay has read nothing for a second. */
  private static long sendUntilFull(SocketChannel client) throws IOException {
    client.configureBlocking(false);
    ByteBuffer piece = ByteBuffer.allocateDirect(1 << 16);
    long sent = 0;
    try (Selector selector = Selector.open()) {
      client.register(selector, SelectionKey.OP_WRITE);
      while (sent < MORE_THAN_FITS && selector.select(QUIET_MILLIS) > 0) {
        selector.selectedKeys().clear();
        sent += client.write(piece.clear());
      }
    }
    return sent;
  }
}
