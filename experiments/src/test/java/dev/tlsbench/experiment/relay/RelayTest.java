package dev.tlsbench.experiment.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Least times only: a byte that comes early is a fault, one that comes late may be the machine's.
 */
@Timeout(60)
class RelayTest {
  private static final Duration RTT = Duration.ofMillis(20);
  private static final int BULK = 50_000_000;

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void aRoundTripTakesAsLongAsItShould() throws Exception {
    try (Relay relay = relay(RTT);
        Socket client = connect(relay);
        Socket accepted = server.accept()) {
      echo(accepted);
      askOnce(client);
      for (int i = 0; i < 5; i++) {
        long start = System.nanoTime();
        askOnce(client);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(RTT.toNanos());
      }
    }
  }

  @Test
  void theFirstAnswerBearsTheHandshakeOfTcpToo() throws Exception {
    try (Relay relay = relay(RTT)) {
      long start = System.nanoTime();
      try (Socket client = connect(relay);
          Socket accepted = server.accept()) {
        echo(accepted);
        askOnce(client);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2 * RTT.toNanos());
      }
    }
  }

  @Test
  void aServerThatSpeaksFirstIsHeardAfterTwoRoundTrips() throws Exception {
    try (Relay relay = relay(RTT)) {
      long start = System.nanoTime();
      try (Socket client = connect(relay);
          Socket accepted = server.accept()) {
        accepted.getOutputStream().write(7);
        assertThat(client.getInputStream().read()).isEqualTo(7);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2 * RTT.toNanos());
      }
    }
  }

  @Test
  void bulkArrivesWholeAndInOrderInBothDirectionsAtOnce() throws Exception {
    byte[] up = bytes(1);
    byte[] down = bytes(2);
    try (Relay relay = relay(RTT);
        Socket client = connect(relay);
        Socket accepted = server.accept()) {
      CompletableFuture<byte[]> atServer = received(accepted);
      CompletableFuture<byte[]> atClient = received(client);
      CompletableFuture<Void> sentUp = sent(client, up);
      CompletableFuture<Void> sentDown = sent(accepted, down);

      assertThat(atServer.get(50, TimeUnit.SECONDS)).isEqualTo(up);
      assertThat(atClient.get(50, TimeUnit.SECONDS)).isEqualTo(down);
      CompletableFuture.allOf(sentUp, sentDown).get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void bytesThatWaitDoNotKeepTheNextOnesFromBeingSent() throws Exception {
    // No byte would arrive in this test's time, so only a relay that reads on lets all of them go.
    byte[] more = new byte[20_000_000];
    try (Relay relay = relay(Duration.ofHours(1));
        Socket client = connect(relay)) {
      sent(client, more).get(50, TimeUnit.SECONDS);
      assertThat(client.isConnected()).isTrue();
    }
  }

  @Test
  void passesOnThatOneSideHasNoMoreToSay() throws Exception {
    try (Relay relay = relay(RTT);
        Socket client = connect(relay);
        Socket accepted = server.accept()) {
      client.getOutputStream().write(1);
      client.shutdownOutput();
      assertThat(accepted.getInputStream().readAllBytes()).containsExactly(1);

      accepted.getOutputStream().write(2);
      accepted.shutdownOutput();
      assertThat(client.getInputStream().readAllBytes()).containsExactly(2);
    }
  }

  @Test
  void passesOnThatTheServerCloses() throws Exception {
    try (Relay relay = relay(RTT);
        Socket client = connect(relay)) {
      server.accept().close();
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void closesTheConnectionToAServerThatIsNotThere() throws Exception {
    try (Relay relay = relay(RTT)) {
      server.close();
      try (Socket client = connect(relay)) {
        assertThat(endOf(client)).isEqualTo(-1);
      }
    }
  }

  @Test
  void cutsItsConnectionsWhenClosed() throws Exception {
    Relay relay = relay(RTT);
    try (Socket client = connect(relay);
        Socket accepted = server.accept()) {
      echo(accepted);
      askOnce(client);
      relay.close();
      relay.close();
      assertThat(endOf(client)).isEqualTo(-1);
      assertThatThrownBy(() -> connect(relay).close()).isInstanceOf(IOException.class);
    }
  }

  @Test
  void refusesTimeThatRunsBackwards() {
    assertThatThrownBy(() -> relay(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rtt");
  }

  private Relay relay(Duration rtt) throws IOException {
    return Relay.open(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), rtt);
  }

  private static Socket connect(Relay relay) throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.connect(relay.address());
    return socket;
  }

  private static void askOnce(Socket client) throws IOException {
    client.getOutputStream().write(42);
    assertThat(client.getInputStream().read()).isEqualTo(42);
  }

  /** A connection that is cut may end in a reset, too. */
  private static int endOf(Socket client) {
    try {
      return client.getInputStream().read();
    } catch (IOException e) {
      return -1;
    }
  }

  private static void echo(Socket accepted) {
    start(
        () -> {
          try {
            InputStream in = accepted.getInputStream();
            for (int read = in.read(); read >= 0; read = in.read()) {
              accepted.getOutputStream().write(read);
            }
          } catch (IOException e) {
            // The test is over.
          }
        });
  }

  private static byte[] bytes(long seed) {
    byte[] bytes = new byte[BULK];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static CompletableFuture<byte[]> received(Socket socket) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return socket.getInputStream().readNBytes(BULK);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        },
        RelayTest::start);
  }

  private static CompletableFuture<Void> sent(Socket socket, byte[] bytes) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        },
        RelayTest::start);
  }

  /** The common pool of two cores has one thread only. */
  private static void start(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }
}
