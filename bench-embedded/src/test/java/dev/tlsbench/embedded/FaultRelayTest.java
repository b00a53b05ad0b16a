package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults on sockets of this machine, with a server that sends back what it gets. */
@Timeout(60)
class FaultRelayTest {
  private static final int BULK = 5_000_000;
  private static final int END = -1;

  private ServerSocket server;
  private FaultRelay relay;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    relay = FaultRelay.open(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
  }

  @AfterEach
  void close() throws IOException {
    relay.close();
    server.close();
  }

  @Test
  void passesEverythingOnWhileNothingIsWrong() throws Exception {
    echoAll();
    byte[] sent = new byte[BULK];
    new Random(1).nextBytes(sent);
    try (Socket client = connect()) {
      start(
          () -> {
            client.getOutputStream().write(sent);
            client.shutdownOutput();
          });
      assertThat(client.getInputStream().readAllBytes()).isEqualTo(sent);
    }
    assertThat(relay.connections()).isOne();
    assertThat(relay.faults()).isZero();
  }

  @Test
  void cutsOpenConnectionsAndNewOnesUntilHealed() throws Exception {
    echoAll();
    try (Socket first = connect();
        Socket second = connect()) {
      ask(first);
      ask(second);
      relay.inject(Fault.CUT);
      assertThat(endOf(first)).isEqualTo(END);
      assertThat(endOf(second)).isEqualTo(END);
      try (Socket third = connect()) {
        assertThat(endOf(third)).isEqualTo(END);
      }
    }
    assertThat(relay.connections()).isEqualTo(3);
    assertThat(relay.faults()).isEqualTo(3);

    relay.heal();
    try (Socket client = connect()) {
      ask(client);
    }
    assertThat(relay.faults()).isEqualTo(3);
  }

  @Test
  void tellsBothEndsThatTheConnectionIsCut() throws Exception {
    try (Socket client = connect();
        Socket accepted = server.accept()) {
      client.getOutputStream().write(1);
      assertThat(accepted.getInputStream().read()).isOne();
      relay.inject(Fault.CUT);
      assertThat(client.getInputStream().read()).isEqualTo(END);
      assertThat(accepted.getInputStream().read()).isEqualTo(END);
    }
  }

  @Test
  void resetsBothEnds() throws Exception {
    try (Socket client = connect();
        Socket accepted = server.accept()) {
      client.getOutputStream().write(1);
      assertThat(accepted.getInputStream().read()).isOne();
      relay.inject(Fault.RESET);
      assertReset(client);
      assertReset(accepted);
    }
  }

  @Test
  void stallsWithoutClosingAndLosesNothing() throws Exception {
    echoAll();
    try (Socket open = connect()) {
      ask(open);
      relay.inject(Fault.STALL);
      try (Socket fresh = connect()) {
        for (Socket client : new Socket[] {open, fresh}) {
          client.getOutputStream().write(42);
          client.setSoTimeout(200);
          assertThatThrownBy(() -> client.getInputStream().read())
              .isInstanceOf(SocketTimeoutException.class);
          client.setSoTimeout(0);
        }
        assertThat(relay.faults()).isEqualTo(2);
        relay.heal();
        assertThat(open.getInputStream().read()).isEqualTo(42);
        assertThat(fresh.getInputStream().read()).isEqualTo(42);
        ask(open);
        ask(fresh);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void stallsTheEndOfAConnectionToo(boolean reset) throws Exception {
    try (Socket client = connect()) {
      Socket atServer = server.accept();
      relay.inject(Fault.STALL);
      atServer.setSoLinger(reset, 0);
      atServer.close();
      client.setSoTimeout(200);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      client.setSoTimeout(0);
      relay.heal();
      assertThat(endOf(client)).isEqualTo(END);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CORRUPT_FROM_SERVER", "CORRUPT_TO_SERVER"})
  void changesOneBitOfOneByteForEachConnection(Fault fault) throws Exception {
    echoAll();
    try (Socket client = connect()) {
      byte[] piece = {1, 2, 3, 4};
      assertThat(echoOf(client, piece)).isEqualTo(piece);
      relay.inject(fault);
      assertThat(echoOf(client, piece)).isEqualTo(new byte[] {1, 2, 3, 5});
      assertThat(echoOf(client, piece)).isEqualTo(piece);
      try (Socket fresh = connect()) {
        assertThat(echoOf(fresh, piece)).isEqualTo(new byte[] {1, 2, 3, 5});
      }
      assertThat(relay.faults()).isEqualTo(2);
      relay.inject(fault);
      assertThat(echoOf(client, piece)).isEqualTo(new byte[] {1, 2, 3, 5});
    }
  }

  @Test
  void corruptsInTheDirectionThatWasAskedForOnly() throws Exception {
    try (Socket client = connect();
        Socket accepted = server.accept()) {
      relay.inject(Fault.CORRUPT_FROM_SERVER);
      client.getOutputStream().write(6);
      assertThat(accepted.getInputStream().read()).isEqualTo(6);
      accepted.getOutputStream().write(6);
      assertThat(client.getInputStream().read()).isEqualTo(7);
    }
  }

  /** A least time: bytes that come early are a fault, late ones may be the machine's. */
  @Test
  void passesOneKilobyteASecondAtMost() throws Exception {
    try (Socket client = connect();
        Socket accepted = server.accept()) {
      relay.inject(Fault.SLOW);
      byte[] piece = new byte[1024];
      new Random(2).nextBytes(piece);
      long start = System.nanoTime();
      client.getOutputStream().write(piece);
      assertThat(accepted.getInputStream().readNBytes(piece.length)).isEqualTo(piece);
      // The last of eight portions waits for nobody.
      assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(800).toNanos());
      assertThat(relay.faults()).isOne();
    }
  }

  @Test
  void passesTheRestAtOnceWhenHealed() throws Exception {
    byte[] hours = new byte[BULK];
    try (Socket client = connect();
        Socket accepted = server.accept()) {
      relay.inject(Fault.SLOW);
      start(() -> client.getOutputStream().write(hours));
      assertThat(accepted.getInputStream().read()).isZero();
      relay.heal();
      assertThat(accepted.getInputStream().readNBytes(BULK - 1)).hasSize(BULK - 1);
    }
  }

  @Test
  void halfClosesTowardsTheClientOnly() throws Exception {
    try (Socket client = connect();
        Socket accepted = server.accept()) {
      client.getOutputStream().write(1);
      assertThat(accepted.getInputStream().read()).isOne();
      relay.inject(Fault.HALF_CLOSE);
      assertThat(client.getInputStream().read()).isEqualTo(END);
      accepted.getOutputStream().write(2);
      client.getOutputStream().write(3);
      assertThat(accepted.getInputStream().read()).isEqualTo(3);

      relay.heal();
      client.getOutputStream().write(4);
      assertThat(accepted.getInputStream().read()).isEqualTo(4);
      client.shutdownOutput();
      assertThat(accepted.getInputStream().read()).isEqualTo(END);
    }
  }

  @Test
  void oneFaultTakesThePlaceOfAnother() throws Exception {
    echoAll();
    try (Socket client = connect()) {
      ask(client);
      relay.inject(Fault.STALL);
      client.getOutputStream().write(42);
      relay.inject(Fault.RESET);
      assertReset(client);
    }
  }

  @Test
  void closesTheConnectionToAServerThatIsNotThere() throws Exception {
    server.close();
    try (Socket client = connect()) {
      assertThat(endOf(client)).isEqualTo(END);
    }
  }

  @Test
  void cutsItsConnectionsWhenClosed() throws Exception {
    echoAll();
    try (Socket open = connect();
        Socket stalled = connect()) {
      ask(open);
      relay.inject(Fault.STALL);
      stalled.getOutputStream().write(1);
      relay.close();
      relay.close();
      assertThat(endOf(open)).isEqualTo(END);
      assertThat(endOf(stalled)).isEqualTo(END);
      assertThatThrownBy(() -> connect().close()).isInstanceOf(IOException.class);
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), relay.port()));
    return socket;
  }

  private static void ask(Socket client) throws IOException {
    assertThat(echoOf(client, new byte[] {42})).containsExactly(42);
  }

  private static byte[] echoOf(Socket client, byte[] piece) throws IOException {
    client.getOutputStream().write(piece);
    return client.getInputStream().readNBytes(piece.length);
  }

  /** A connection that is closed with something unread ends in a reset. */
  private static int endOf(Socket client) {
    try {
      return client.getInputStream().read();
    } catch (IOException e) {
      return END;
    }
  }

  private static void assertReset(Socket socket) {
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
  }

  private void echoAll() {
    start(
        () -> {
          while (true) {
            Socket accepted = server.accept();
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

  private static void start(Work work) {
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

  private interface Work {
    void run() throws IOException;
  }
}
