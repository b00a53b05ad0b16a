package dev.tlsbench.relay;

import static dev.tlsbench.relay.TestLine.END;
import static dev.tlsbench.relay.TestLine.ask;
import static dev.tlsbench.relay.TestLine.echoOf;
import static dev.tlsbench.relay.TestLine.endOf;
import static dev.tlsbench.relay.TestLine.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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
class RelayFaultTest {
  private static final int BULK = 5_000_000;

  private TestLine line;
  private Relay relay;

  @BeforeEach
  void open() throws IOException {
    line = new TestLine(Duration.ZERO);
    relay = line.relay();
  }

  @AfterEach
  void close() throws IOException {
    line.close();
  }

  @Test
  void countsConnectionsAndNoFaultsWhileNothingIsWrong() throws Exception {
    line.echoAll();
    try (Socket client = line.connect()) {
      ask(client);
    }
    assertThat(relay.connections()).isOne();
    assertThat(relay.faults()).isZero();
  }

  @Test
  void cutsOpenConnectionsAndNewOnesUntilHealed() throws Exception {
    line.echoAll();
    try (Socket first = line.connect();
        Socket second = line.connect()) {
      ask(first);
      ask(second);
      relay.inject(Fault.CUT);
      assertThat(endOf(first)).isEqualTo(END);
      assertThat(endOf(second)).isEqualTo(END);
      try (Socket third = line.connect()) {
        assertThat(endOf(third)).isEqualTo(END);
      }
    }
    assertThat(relay.connections()).isEqualTo(3);
    assertThat(relay.faults()).isEqualTo(3);

    relay.heal();
    try (Socket client = line.connect()) {
      ask(client);
    }
    assertThat(relay.faults()).isEqualTo(3);
  }

  @Test
  void tellsBothEndsThatTheConnectionIsCut() throws Exception {
    try (Socket client = line.connect();
        Socket accepted = line.accept()) {
      client.getOutputStream().write(1);
      assertThat(accepted.getInputStream().read()).isOne();
      relay.inject(Fault.CUT);
      assertThat(client.getInputStream().read()).isEqualTo(END);
      assertThat(accepted.getInputStream().read()).isEqualTo(END);
    }
  }

  @Test
  void resetsBothEnds() throws Exception {
    try (Socket client = line.connect();
        Socket accepted = line.accept()) {
      client.getOutputStream().write(1);
      assertThat(accepted.getInputStream().read()).isOne();
      relay.inject(Fault.RESET);
      assertReset(client);
      assertReset(accepted);
    }
  }

  @Test
  void stallsWithoutClosingAndLosesNothing() throws Exception {
    line.echoAll();
    try (Socket open = line.connect()) {
      ask(open);
      relay.inject(Fault.STALL);
      try (Socket fresh = line.connect()) {
        for (Socket client : new Socket[] {open, fresh}) {
          client.getOutputStream().write(42);
          client.setSoTimeout(200);
          assertThatThrownBy(() -> client.getInputStream().read())
              .isInstanceOf(SocketTimeoutException.class);
          client.setSoTimeout(TestLine.LIMIT_MILLIS);
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
    try (Socket client = line.connect()) {
      Socket atServer = line.accept();
      relay.inject(Fault.STALL);
      atServer.setSoLinger(reset, 0);
      atServer.close();
      client.setSoTimeout(200);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      client.setSoTimeout(TestLine.LIMIT_MILLIS);
      relay.heal();
      assertThat(endOf(client)).isEqualTo(END);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CORRUPT_FROM_SERVER", "CORRUPT_TO_SERVER"})
  void changesOneBitOfOneByteForEachConnection(Fault fault) throws Exception {
    line.echoAll();
    try (Socket client = line.connect()) {
      byte[] piece = {1, 2, 3, 4};
      assertThat(echoOf(client, piece)).isEqualTo(piece);
      relay.inject(fault);
      assertThat(echoOf(client, piece)).isEqualTo(new byte[] {1, 2, 3, 5});
      assertThat(echoOf(client, piece)).isEqualTo(piece);
      try (Socket fresh = line.connect()) {
        assertThat(echoOf(fresh, piece)).isEqualTo(new byte[] {1, 2, 3, 5});
      }
      assertThat(relay.faults()).isEqualTo(2);
      relay.inject(fault);
      assertThat(echoOf(client, piece)).isEqualTo(new byte[] {1, 2, 3, 5});
    }
  }

  @Test
  void corruptsInTheDirectionThatWasAskedForOnly() throws Exception {
    try (Socket client = line.connect();
        Socket accepted = line.accept()) {
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
    try (Socket client = line.connect();
        Socket accepted = line.accept()) {
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
    try (Socket client = line.connect();
        Socket accepted = line.accept()) {
      relay.inject(Fault.SLOW);
      start(() -> client.getOutputStream().write(hours));
      assertThat(accepted.getInputStream().read()).isZero();
      relay.heal();
      assertThat(accepted.getInputStream().readNBytes(BULK - 1)).hasSize(BULK - 1);
    }
  }

  @Test
  void halfClosesTowardsTheClientOnly() throws Exception {
    try (Socket client = line.connect();
        Socket accepted = line.accept()) {
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
  void isInEffectBeforeHealing() throws Exception {
    line.echoAll();
    try (Socket client = line.connect()) {
      ask(client);
      relay.inject(Fault.CUT);
      relay.heal();
      assertThat(endOf(client)).isEqualTo(END);
    }
  }

  @Test
  void stallsAndCorruptsPiecesThatAreOnTheirWay() throws Exception {
    try (TestLine distant = new TestLine(Duration.ofMillis(20))) {
      distant.echoAll();
      try (Socket client = distant.connect()) {
        ask(client);
        distant.relay().inject(Fault.STALL);
        client.getOutputStream().write(42);
        TestLine.await(() -> distant.relay().faults() > 0);
        distant.relay().inject(Fault.CORRUPT_TO_SERVER);
        assertThat(client.getInputStream().read()).isEqualTo(43);
        ask(client);
      }
    }
  }

  @Test
  void oneFaultTakesThePlaceOfAnother() throws Exception {
    line.echoAll();
    try (Socket client = line.connect()) {
      ask(client);
      relay.inject(Fault.STALL);
      client.getOutputStream().write(42);
      relay.inject(Fault.RESET);
      assertReset(client);
    }
  }

  @Test
  void cutsItsConnectionsWhenClosed() throws Exception {
    line.echoAll();
    try (Socket open = line.connect();
        Socket stalled = line.connect()) {
      ask(open);
      relay.inject(Fault.STALL);
      stalled.getOutputStream().write(1);
      relay.close();
      relay.close();
      assertThat(endOf(open)).isEqualTo(END);
      assertThat(endOf(stalled)).isEqualTo(END);
      assertThatThrownBy(() -> line.connect().close()).isInstanceOf(IOException.class);
    }
  }

  private static void assertReset(Socket socket) {
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
  }
}
