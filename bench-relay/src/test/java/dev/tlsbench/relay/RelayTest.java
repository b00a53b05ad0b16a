package dev.tlsbench.relay;

import static dev.tlsbench.relay.TestLine.END;
import static dev.tlsbench.relay.TestLine.ask;
import static dev.tlsbench.relay.TestLine.endOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lower bounds of durations only: a byte that is early is a bug, a late one may be the machine. */
@Timeout(60)
class RelayTest {
  private static final Duration RTT = Duration.ofMillis(20);
  private static final int BULK = 50_000_000;

  @Test
  void aRoundTripTakesAsLongAsItShould() throws Exception {
    try (TestLine line = new TestLine(RTT);
        Socket client = line.connect()) {
      line.echoAll();
      ask(client);
      for (int i = 0; i < 5; i++) {
        long start = System.nanoTime();
        ask(client);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(RTT.toNanos());
      }
    }
  }

  @Test
  void theFirstAnswerIncludesTheHandshakeOfTcp() throws Exception {
    try (TestLine line = new TestLine(RTT)) {
      line.echoAll();
      long start = System.nanoTime();
      try (Socket client = line.connect()) {
        ask(client);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2 * RTT.toNanos());
      }
    }
  }

  @Test
  void theFirstBytesOfAServerArriveAfterTwoRoundTrips() throws Exception {
    try (TestLine line = new TestLine(RTT)) {
      long start = System.nanoTime();
      try (Socket client = line.connect();
          Socket accepted = line.accept()) {
        accepted.getOutputStream().write(7);
        assertThat(client.getInputStream().read()).isEqualTo(7);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2 * RTT.toNanos());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20})
  void bulkArrivesWholeAndInOrderInBothDirectionsAtOnce(int millis) throws Exception {
    byte[] up = bytes(1);
    byte[] down = bytes(2);
    try (TestLine line = new TestLine(Duration.ofMillis(millis));
        Socket client = line.connect();
        Socket accepted = line.accept()) {
      CompletableFuture<byte[]> atServer = received(accepted);
      CompletableFuture<byte[]> atClient = received(client);
      CompletableFuture<Void> sentUp = sent(client, up);
      CompletableFuture<Void> sentDown = sent(accepted, down);

      assertThat(atServer.get(50, TimeUnit.SECONDS)).isEqualTo(up);
      assertThat(atClient.get(50, TimeUnit.SECONDS)).isEqualTo(down);
      CompletableFuture.allOf(sentUp, sentDown).get(10, TimeUnit.SECONDS);
    }
  }

  /** No byte arrives within this test, so only a relay that reads on lets the client send all. */
  @Test
  void readsOnWhilePiecesWait() throws Exception {
    try (TestLine line = new TestLine(Duration.ofHours(1));
        Socket client = line.connect()) {
      sent(client, new byte[20_000_000]).get(50, TimeUnit.SECONDS);
      assertThat(client.isConnected()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20})
  void passesOnAHalfClose(int millis) throws Exception {
    try (TestLine line = new TestLine(Duration.ofMillis(millis));
        Socket client = line.connect();
        Socket accepted = line.accept()) {
      client.getOutputStream().write(1);
      client.shutdownOutput();
      assertThat(accepted.getInputStream().readAllBytes()).containsExactly(1);

      accepted.getOutputStream().write(2);
      accepted.shutdownOutput();
      assertThat(client.getInputStream().readAllBytes()).containsExactly(2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void passesOnAnEndAsLateAsBytes(boolean reset) throws Exception {
    try (TestLine line = new TestLine(RTT);
        Socket client = line.connect()) {
      Socket accepted = line.accept();
      accepted.getOutputStream().write(3);
      assertThat(client.getInputStream().read()).isEqualTo(3);
      long start = System.nanoTime();
      accepted.setSoLinger(reset, 0);
      accepted.close();
      assertThat(endOf(client)).isEqualTo(END);
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(RTT.toNanos() / 2);
    }
  }

  /** The server's direction has ended before, so only a write can show that it is gone. */
  @ParameterizedTest
  @ValueSource(ints = {0, 20})
  void closesTheConnectionToAServerThatNoLongerReads(int millis) throws Exception {
    try (TestLine line = new TestLine(Duration.ofMillis(millis));
        Socket client = line.connect()) {
      Socket accepted = line.accept();
      accepted.shutdownOutput();
      assertThat(endOf(client)).isEqualTo(END);
      accepted.close();
      TestLine.await(() -> isRefused(client));
    }
  }

  private static boolean isRefused(Socket client) {
    try {
      client.getOutputStream().write(1);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20})
  void closesTheConnectionToAServerThatIsNotThere(int millis) throws Exception {
    try (TestLine line = new TestLine(Duration.ofMillis(millis))) {
      line.server().close();
      try (Socket client = line.connect()) {
        assertThat(endOf(client)).isEqualTo(END);
      }
    }
  }

  @Test
  void closesTheConnectionToAHostWithoutAnAddress() throws Exception {
    InetSocketAddress server = InetSocketAddress.createUnresolved("db.invalid", 1);
    try (Relay relay = Relay.to(server).open();
        Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
      assertThat(endOf(client)).isEqualTo(END);
    }
  }

  @Test
  void cutsItsConnectionsWhenClosed() throws Exception {
    try (TestLine line = new TestLine(RTT);
        Socket client = line.connect()) {
      line.echoAll();
      ask(client);
      line.relay().close();
      line.relay().close();
      assertThat(endOf(client)).isEqualTo(END);
      assertThatThrownBy(() -> line.connect().close()).isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-0.001S", "PT24H0.001S"})
  void refusesARoundTripOutOfRange(Duration roundTrip) {
    assertThatThrownBy(() -> new TestLine(roundTrip).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("roundTrip: " + roundTrip + " is not from 0 to 24 hours");
  }

  private static byte[] bytes(long seed) {
    byte[] bytes = new byte[BULK];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static CompletableFuture<byte[]> received(Socket socket) {
    CompletableFuture<byte[]> received = new CompletableFuture<>();
    TestLine.start(() -> received.complete(socket.getInputStream().readNBytes(BULK)));
    return received;
  }

  private static CompletableFuture<Void> sent(Socket socket, byte[] bytes) {
    CompletableFuture<Void> sent = new CompletableFuture<>();
    TestLine.start(
        () -> {
          socket.getOutputStream().write(bytes);
          sent.complete(null);
        });
    return sent;
  }
}
