package dev.tlsbench.relay.witness;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.core.tls.wire.HandshakeRecorder;
import dev.tlsbench.relay.witness.ClientOffer.Session;
import dev.tlsbench.relay.witness.WitnessedTls.Alert;
import dev.tlsbench.relay.witness.WitnessedTls.Choice;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Real handshakes as someone between client and server sees them. */
class TlsWitnessTest {
  private static HandshakeRecorder recorder(String protocol) {
    return new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK).protocol(protocol);
  }

  /** Shows a recorded connection in pieces, a millisecond apart. */
  private static TlsWitness show(List<HandshakeRecorder.Sent> flights, int piece) {
    TlsWitness witness = new TlsWitness();
    long now = 0;
    for (HandshakeRecorder.Sent flight : flights) {
      byte[] bytes = flight.copy();
      for (int from = 0; from < bytes.length; from += piece) {
        ByteBuffer part = ByteBuffer.wrap(bytes, from, Math.min(piece, bytes.length - from));
        now += 1_000_000;
        if (flight.byClient()) {
          witness.fromClient(part, now);
        } else {
          witness.fromServer(part, now);
        }
        assertThat(part.hasRemaining()).isFalse();
      }
    }
    return witness;
  }

  @Test
  void seesOfferAndChoiceOfTls13() {
    WitnessedTls seen = show(recorder("TLSv1.3").flights(), 1000).seen();

    ClientOffer offer = requireNonNull(seen.offer());
    assertThat(offer.protocols()).containsExactly("TLSv1.3");
    assertThat(offer.cipherSuites()).contains("TLS_AES_128_GCM_SHA256");
    assertThat(offer.keyShares()).contains("x25519");
    assertThat(offer.session()).isEqualTo(Session.NONE);
    Choice choice = requireNonNull(seen.choice());
    assertThat(choice.protocol()).isEqualTo("TLSv1.3");
    assertThat(choice.resumed()).isFalse();
    assertThat(seen.handshake().completed()).isTrue();
    assertThat(seen.handshake().inferred()).isTrue();
    assertThat(seen.handshake().nanos()).isPositive();
    assertThat(seen.alerts()).isEmpty();
  }

  @Test
  void seesResumptionByBothProtocols() {
    for (String protocol : List.of("TLSv1.3", "TLSv1.2")) {
      HandshakeRecorder recorder = recorder(protocol);
      WitnessedTls first = show(recorder.flights(), 1 << 16).seen();
      WitnessedTls second = show(recorder.flights(), 1 << 16).seen();

      assertThat(first.choice()).extracting(Choice::resumed).as(protocol).isEqualTo(false);
      assertThat(second.choice()).extracting(Choice::resumed).as(protocol).isEqualTo(true);
      assertThat(second.offer()).extracting(ClientOffer::session).isNotEqualTo(Session.NONE);
      assertThat(second.handshake().completed()).isTrue();
      assertThat(second.handshake().inferred()).isEqualTo(protocol.equals("TLSv1.3"));
    }
  }

  @Test
  void seesTheSameFromOneByteAtATime() {
    for (String protocol : List.of("TLSv1.3", "TLSv1.2")) {
      List<HandshakeRecorder.Sent> flights = recorder(protocol).flights();
      WitnessedTls whole = show(flights, 1 << 16).seen();
      WitnessedTls bytes = show(flights, 1).seen();

      assertThat(bytes.offer()).isEqualTo(whole.offer());
      assertThat(bytes.choice()).isEqualTo(whole.choice());
      assertThat(bytes.toClient()).isEqualTo(whole.toClient());
      assertThat(bytes.toServer()).isEqualTo(whole.toServer());
    }
  }

  @Test
  void seesHelloRetryRequest() {
    WitnessedTls seen =
        show(
                new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.BOUNCY_CASTLE)
                    .protocol("TLSv1.3")
                    .serverGroup("secp384r1")
                    .flights(),
                1 << 16)
            .seen();

    Choice choice = requireNonNull(seen.choice());
    assertThat(choice.helloRetryRequest()).isTrue();
    assertThat(choice.namedGroup()).isEqualTo("secp384r1");
    assertThat(seen.handshake().completed()).isTrue();
  }

  @Test
  void seesWhyAHandshakeFails() {
    WitnessedTls seen =
        show(recorder("TLSv1.2").serverProtocol("TLSv1.3").flights(), 1 << 16).seen();

    assertThat(seen.alerts()).containsExactly(new Alert(false, "protocol_version"));
    assertThat(seen.handshake().completed()).isFalse();
    assertThat(seen.choice()).isNull();
  }

  /** Over TLS 1.3 an alert looks like data; it counts as data if something follows. */
  @Test
  void countsQuestionsThatAreAsShortAsAnAlert() {
    TlsWitness witness = show(recorder("TLSv1.3").flights(), 1 << 16);
    long before = witness.exchanges();
    for (int i = 0; i < 3; i++) {
      witness.fromClient(data(35), 1);
      witness.fromServer(data(35), 2);
    }
    assertThat(witness.exchanges()).isEqualTo(before + 3);

    witness.fromClient(data(19), 3);
    assertThat(witness.exchanges()).isEqualTo(before + 3);
  }

  private static ByteBuffer data(int length) {
    return ByteBuffer.allocate(5 + length)
        .put(new byte[] {23, 3, 3, 0, (byte) length})
        .position(5 + length)
        .flip();
  }

  @Test
  void readsAHelloThatIsSplitOverRecords() {
    TlsWitness witness = new TlsWitness();
    witness.fromClient(records(hello(List.of(0x1301), List.of(0x11EC, 0x001D)), 100), 0);

    assertThat(witness.seen().offer())
        .isEqualTo(show(hello(List.of(0x1301), List.of(0x11EC, 0x001D))).offer());
    assertThat(witness.seen().toServer().records()).isGreaterThan(10);
  }

  private static WitnessedTls show(byte[] hello) {
    TlsWitness witness = new TlsWitness();
    witness.fromClient(records(hello, 1 << 14), 0);
    return witness.seen();
  }

  /** 64 KiB, of which each value is another one. */
  @Test
  void keepsLittleOfAHostileHello() {
    List<Integer> suites = IntStream.range(0, 16_000).map(i -> 0x4000 + i).boxed().toList();
    List<Integer> groups = IntStream.range(0, 800).map(i -> 0x3000 + i).boxed().toList();

    ClientOffer offer = requireNonNull(show(hello(suites, groups)).offer());

    assertThat(offer.cipherSuites()).hasSize(256).startsWith("0x4000", "0x4001");
    assertThat(offer.namedGroups()).hasSize(256).startsWith("0x3000");
    assertThat(offer.keyShares()).hasSize(256);
  }

  @Test
  void keepsLittleOfHostileNames() {
    ByteBuffer extensions = ByteBuffer.allocate(60_000);
    extensions.putShort((short) 0).putShort((short) 30_005).putShort((short) 30_003);
    extensions.put((byte) 0).putShort((short) 30_000).put(new byte[30_000]);
    extensions.putShort((short) 16).putShort((short) 20_482).putShort((short) 20_480);
    for (int i = 0; i < 80; i++) {
      extensions.put((byte) 255).put(new byte[255]);
    }

    ClientOffer offer = requireNonNull(show(helloWith(List.of(0x1301), extensions.flip())).offer());

    assertThat(offer.serverName()).isEqualTo("?".repeat(255));
    assertThat(offer.applicationProtocols()).hasSize(32).contains("?".repeat(255));
  }

  @Test
  void readsOneHelloOnly() {
    byte[] broken = hello(List.of(0x1301), List.of(0x001D));
    broken[broken.length - 33] = 99; // the length of the key share
    TlsWitness witness = new TlsWitness();
    witness.fromClient(records(broken, 1 << 14), 0);
    witness.fromClient(records(hello(List.of(0x1301), List.of(0x001D)), 1 << 14), 0);

    assertThat(witness.seen().offer()).isNull();
    assertThat(show(hello(List.of(0x1301), List.of(0x001D))).offer()).isNotNull();
  }

  @Test
  void keepsFewOfManyAlerts() {
    TlsWitness witness = new TlsWitness();
    for (int i = 0; i < 1000; i++) {
      witness.fromServer(ByteBuffer.wrap(new byte[] {21, 3, 3, 0, 2, 1, 112}), i);
    }
    assertThat(witness.seen().alerts())
        .hasSize(16)
        .containsOnly(new Alert(false, "unrecognized_name"));
  }

  /** With a key share of 1.2 KB, and values that no server knows. */
  @Test
  void leavesGreaseOut() {
    byte[] hello = hello(List.of(0x2A2A, 0x1301), List.of(0xFAFA, 0x11EC, 0x001D));

    ClientOffer offer = requireNonNull(show(hello).offer());
    assertThat(offer.cipherSuites()).containsExactly("TLS_AES_128_GCM_SHA256");
    assertThat(offer.namedGroups()).containsExactly("X25519MLKEM768", "x25519");
    assertThat(offer.keyShares()).containsExactly("X25519MLKEM768", "x25519");
  }

  /** Returns a ClientHello with its header, and with a key share of each group. */
  private static byte[] hello(List<Integer> suites, List<Integer> groups) {
    ByteBuffer shares = ByteBuffer.allocate(1 << 15);
    for (int group : groups) {
      int length = group == 0x11EC ? 1216 : 32;
      shares.putShort((short) group).putShort((short) length).put(new byte[length]);
    }
    ByteBuffer extensions = ByteBuffer.allocate(1 << 16);
    extensions.putShort((short) 10).putShort((short) (2 + 2 * groups.size()));
    extensions.putShort((short) (2 * groups.size()));
    groups.forEach(group -> extensions.putShort(group.shortValue()));
    extensions.putShort((short) 51).putShort((short) (2 + shares.position()));
    extensions.putShort((short) shares.position()).put(shares.flip());
    return helloWith(suites, extensions.flip());
  }

  private static byte[] helloWith(List<Integer> suites, ByteBuffer extensions) {
    int length = 2 + 32 + 1 + 2 + 2 * suites.size() + 2 + 2 + extensions.remaining();
    ByteBuffer message = ByteBuffer.allocate(4 + length);
    message.putInt(1 << 24 | length);
    message.putShort((short) 0x0303).put(new byte[32]).put((byte) 0);
    message.putShort((short) (2 * suites.size()));
    suites.forEach(suite -> message.putShort(suite.shortValue()));
    message.put((byte) 1).put((byte) 0);
    message.putShort((short) extensions.remaining()).put(extensions);
    return message.array();
  }

  /** Puts a message of a handshake into records with so many bytes each. */
  private static ByteBuffer records(byte[] message, int size) {
    ByteBuffer records = ByteBuffer.allocate(message.length + 5 * (message.length / size + 1));
    for (int from = 0; from < message.length; from += size) {
      int length = Math.min(size, message.length - from);
      records.put((byte) 22).putShort((short) 0x0301).putShort((short) length);
      records.put(message, from, length);
    }
    return records.flip();
  }

  @Test
  void neverFailsAndHoldsLittleWhateverItIsGiven() throws InterruptedException {
    List<byte[]> flights =
        recorder("TLSv1.3").flights().stream().map(HandshakeRecorder.Sent::copy).toList();
    Mutations mutations =
        new Mutations(
            flights,
            List.of(
                new byte[] {22, 3, 1, 0x40, 0, 1, 0, -1, -1},
                new byte[] {22, 3, 3, 0, 0},
                new byte[] {23, 3, 3, 0x41, 0},
                new byte[] {21, 3, 3, 0, 2, 2, 40},
                new byte[] {20, 3, 3, 0, 1, 1}));
    Fuzz.of("TlsWitness", (Random random) -> mutations.next(random))
        .check(
            bytes -> {
              TlsWitness witness = new TlsWitness();
              for (int from = 0; from < bytes.length; from += 700) {
                int length = Math.min(700, bytes.length - from);
                ByteBuffer part = ByteBuffer.wrap(bytes, from, length);
                if (from % 1400 == 0) {
                  witness.fromClient(part, from);
                } else {
                  witness.fromServer(part, from);
                }
              }
              WitnessedTls seen = witness.seen();
              assertThat(seen.toServer().bytes() + seen.toClient().bytes()).isEqualTo(bytes.length);
              return true;
            });
  }
}
