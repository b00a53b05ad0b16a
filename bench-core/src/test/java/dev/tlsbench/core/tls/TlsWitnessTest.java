package dev.tlsbench.core.tls;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.core.tls.ClientOffer.Session;
import dev.tlsbench.core.tls.WitnessedTls.Alert;
import dev.tlsbench.core.tls.WitnessedTls.Choice;
import dev.tlsbench.core.tls.wire.HandshakeRecorder;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
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

  /** With a key share of 1.2 KB, and values that no server knows. */
  @Test
  void leavesGreaseOut() {
    byte[] hello = hello(List.of(0x2A2A, 0x1301), List.of(0xFAFA, 0x11EC, 0x001D));
    TlsWitness witness = new TlsWitness();
    witness.fromClient(ByteBuffer.wrap(hello), 0);

    ClientOffer offer = requireNonNull(witness.seen().offer());
    assertThat(offer.cipherSuites()).containsExactly("TLS_AES_128_GCM_SHA256");
    assertThat(offer.namedGroups()).containsExactly("X25519MLKEM768", "x25519");
    assertThat(offer.keyShares()).containsExactly("X25519MLKEM768", "x25519");
  }

  private static byte[] hello(List<Integer> suites, List<Integer> groups) {
    ByteBuffer body = ByteBuffer.allocate(1 << 13);
    body.putShort((short) 0x0303).put(new byte[32]).put((byte) 0);
    body.putShort((short) (2 * suites.size()));
    suites.forEach(suite -> body.putShort(suite.shortValue()));
    body.put((byte) 1).put((byte) 0);
    ByteBuffer shares = ByteBuffer.allocate(1 << 12);
    for (int group : groups) {
      int length = group == 0x11EC ? 1216 : 32;
      shares.putShort((short) group).putShort((short) length).put(new byte[length]);
    }
    int extensions = 4 + 2 + 2 * groups.size() + 4 + 2 + shares.position();
    body.putShort((short) extensions);
    body.putShort((short) 10).putShort((short) (2 + 2 * groups.size()));
    body.putShort((short) (2 * groups.size()));
    groups.forEach(group -> body.putShort(group.shortValue()));
    body.putShort((short) 51).putShort((short) (2 + shares.position()));
    body.putShort((short) shares.position()).put(shares.flip());
    int length = body.position();
    ByteBuffer record = ByteBuffer.allocate(9 + length);
    record.put((byte) 22).putShort((short) 0x0301).putShort((short) (4 + length));
    record.put((byte) 1).put((byte) 0).putShort((short) length).put(body.flip());
    return record.array();
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
