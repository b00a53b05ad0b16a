package dev.tlsbench.core.tls.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeReaderTest {
  private static final long SEED = 20261121;
  private static final int HANDSHAKE = 22;

  private static final byte[] TLS13_FULL =
      new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK)
          .protocol("TLSv1.3")
          .cipherSuite("TLS_AES_256_GCM_SHA384")
          .record();
  private static final byte[] TLS12_FULL =
      new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK)
          .protocol("TLSv1.2")
          .cipherSuite("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256")
          .record();

  @Test
  void readsFullHandshakeOfTls13() {
    HandshakeReader reader = read(TLS13_FULL);

    assertHello(reader, "TLSv1.3", "TLS_AES_256_GCM_SHA384", false);
    assertThat(reader.namedGroup()).isEqualTo("x25519");
    assertThat(reader.retry()).isNull();
  }

  @Test
  void readsResumedHandshakeOfTls13() {
    HandshakeRecorder recorder =
        new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK).protocol("TLSv1.3");
    HandshakeReader first = read(recorder.record());
    HandshakeReader second = read(recorder.record());

    assertHello(first, "TLSv1.3", "TLS_AES_256_GCM_SHA384", false);
    assertHello(second, "TLSv1.3", "TLS_AES_256_GCM_SHA384", true);
    assertThat(second.namedGroup()).isEqualTo("x25519");
  }

  @Test
  void readsHelloRetryRequest() {
    HandshakeReader reader =
        read(
            new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.BOUNCY_CASTLE)
                .protocol("TLSv1.3")
                .serverGroup("secp384r1")
                .record());

    assertThat(reader.retry()).isNotNull();
    assertThat(reader.namedGroup()).isEqualTo("secp384r1");
    assertThat(reader.resumed()).isFalse();
    assertThat(reader.settled()).isTrue();
  }

  @Test
  void readsFullHandshakeOfTls12() {
    HandshakeReader reader = read(TLS12_FULL);

    assertHello(reader, "TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", false);
    assertThat(reader.namedGroup()).isEqualTo("x25519");
  }

  @Test
  void readsResumedHandshakeOfTls12() {
    HandshakeRecorder recorder =
        new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK)
            .protocol("TLSv1.2")
            .cipherSuite("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
    HandshakeReader first = read(recorder.record());
    HandshakeReader second = read(recorder.record());

    assertThat(first.resumed()).isFalse();
    assertHello(second, "TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", true);
    assertThat(second.namedGroup()).isNull();
  }

  @Test
  void readsGroupOfFiniteFields() {
    byte[] sent = finiteFields();

    HandshakeReader reader = read(sent);

    assertHello(reader, "TLSv1.2", "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", false);
    assertThat(reader.namedGroup()).isEqualTo("ffdhe2048");
  }

  /** Before RFC 7919 servers chose primes of their own. */
  @Test
  void readsSizeOfPrimeThatHasNoName() {
    byte[] sent = finiteFields();
    // The primes of RFC 7919 start with the bits of e after 64 ones.
    int prime = indexOf(sent, HexFormat.of().parseHex("FFFFFFFFFFFFFFFFADF85458A2BB4A9A"));
    sent[prime + 100] ^= 1;

    assertThat(read(sent).namedGroup()).isEqualTo("dh2048");
  }

  private static byte[] finiteFields() {
    return new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK)
        .protocol("TLSv1.2")
        .cipherSuite("TLS_DHE_RSA_WITH_AES_128_GCM_SHA256")
        .record();
  }

  @Test
  void readsKeyTransportAsHandshakeWithoutGroup() {
    HandshakeReader reader =
        read(
            new HandshakeRecorder(HandshakeRecorder.BOUNCY_CASTLE, HandshakeRecorder.BOUNCY_CASTLE)
                .protocol("TLSv1.2")
                .cipherSuite("TLS_RSA_WITH_AES_128_GCM_SHA256")
                .record());

    assertHello(reader, "TLSv1.2", "TLS_RSA_WITH_AES_128_GCM_SHA256", false);
    assertThat(reader.namedGroup()).isNull();
  }

  @Test
  void readsAlert() {
    HandshakeReader reader =
        read(
            new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK)
                .protocol("TLSv1.2")
                .serverProtocol("TLSv1.3")
                .record());

    assertThat(reader.alert()).isEqualTo("protocol_version");
    assertThat(reader.hello()).isNull();
    assertThat(reader.foreign()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("handshakes")
  void readsTheSameFromOneByteAtATime(byte[] sent) {
    HandshakeReader reader = new HandshakeReader();
    for (int i = 0; i < sent.length; i++) {
      reader.accept(sent, i, 1);
    }

    assertSame(reader, read(sent));
  }

  @ParameterizedTest
  @MethodSource("handshakes")
  void readsTheSameFromPiecesOfAnySize(byte[] sent) {
    Random random = new Random(SEED);
    for (int round = 0; round < 200; round++) {
      HandshakeReader reader = new HandshakeReader();
      for (int from = 0; from < sent.length; ) {
        int length = Math.min(1 + random.nextInt(sent.length), sent.length - from);
        reader.accept(sent, from, length);
        from += length;
      }
      assertSame(reader, read(sent));
    }
  }

  /** RFC 8446, section 5.1: messages may share a record, and may be spread over several. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 5, 100, 1 << 14})
  void readsTheSameFromMessagesInRecordsOfAnyLength(int length) {
    assertSame(read(inRecordsOf(length, TLS12_FULL)), read(TLS12_FULL));
    assertSame(read(inRecordsOf(length, TLS13_FULL)), read(TLS13_FULL));
  }

  static Stream<Arguments> handshakes() {
    HandshakeRecorder tls12 =
        new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK).protocol("TLSv1.2");
    HandshakeRecorder tls13 =
        new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK).protocol("TLSv1.3");
    tls12.record();
    tls13.record();
    return Stream.of(
        Arguments.of(Named.of("full, TLS 1.2", TLS12_FULL)),
        Arguments.of(Named.of("resumed, TLS 1.2", tls12.record())),
        Arguments.of(Named.of("full, TLS 1.3", TLS13_FULL)),
        Arguments.of(Named.of("resumed, TLS 1.3", tls13.record())));
  }

  @Test
  void isNotSettledByPartOfHandshake() {
    for (int length = 0; length < 90; length++) {
      HandshakeReader reader = read(Arrays.copyOf(TLS13_FULL, length));

      assertThat(reader.settled()).isFalse();
      assertThat(reader.foreign()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 400 Bad Request\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "J\0\0\0\n9.7.4\0 the greeting of MySQL",
        "\u0016\u0002\u0000\u0000\u0010 a version that never was"
      })
  void tellsServerThatDoesNotSpeakTls(String greeting) {
    byte[] sent = greeting.getBytes(StandardCharsets.ISO_8859_1);

    HandshakeReader reader = read(sent);

    assertThat(reader.foreign()).isTrue();
    assertThat(reader.hello()).isNull();
  }

  @Test
  void tellsRecordThatIsTooLongFromTls() {
    byte[] sent = {HANDSHAKE, 3, 3, (byte) 0xFF, (byte) 0xFF, 2, 0, 0, 0};

    assertThat(read(sent).foreign()).isTrue();
  }

  @Test
  void stopsAtServerHelloThatIsNone() {
    byte[] sent = {HANDSHAKE, 3, 3, 0, 6, 2, 0, 0, 2, 3, 3};

    HandshakeReader reader = read(sent);

    assertThat(reader.foreign()).isTrue();
    assertThat(reader.settled()).isFalse();
  }

  /** RFC 8446, section 4.2: an extension comes once. */
  @Test
  void stopsAtServerHelloWithTwoVersions() {
    String suite = "1301";
    String version = "002b00020304";
    assertThat(read(serverHello(suite + "000006" + version)).settled()).isTrue();

    HandshakeReader reader = read(serverHello(suite + "00000c" + version + version));

    assertThat(reader.foreign()).isTrue();
    assertThat(reader.hello()).isNull();
  }

  /** Returns a message with an empty session id, which ends with this in hexadecimal. */
  private static byte[] serverHello(String end) {
    byte[] bytes = HexFormat.of().parseHex("0303" + "00".repeat(33) + end);
    byte[] message = new byte[4 + bytes.length];
    ByteBuffer.wrap(message).putInt(2 << 24 | bytes.length).put(bytes);
    return records(1 << 14, message);
  }

  @Test
  void passesOverLongMessagesThatItDoesNotNeed() {
    byte[] certificates = new byte[4 + 100_000];
    ByteBuffer.wrap(certificates).putInt(11 << 24 | 100_000);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    sent.writeBytes(records(1 << 14, certificates));
    sent.writeBytes(TLS12_FULL);

    assertSame(read(sent.toByteArray()), read(TLS12_FULL));
  }

  @Test
  void readsRandomBytesWithoutException() {
    Random random = new Random(SEED);
    for (int round = 0; round < 200_000; round++) {
      byte[] sent = new byte[random.nextInt(200)];
      random.nextBytes(sent);
      read(sent);
    }
  }

  /** Random bytes seldom get past the first header, so most of them are put into records. */
  @Test
  void readsRandomMessagesWithoutException() {
    Random random = new Random(SEED);
    byte[] types = {0, 2, 2, 2, 4, 11, 12, 12, 14};
    for (int round = 0; round < 200_000; round++) {
      byte[] message = new byte[4 + random.nextInt(200)];
      random.nextBytes(message);
      ByteBuffer.wrap(message)
          .putInt(types[random.nextInt(types.length)] << 24 | random.nextInt(message.length));
      read(records(1 + random.nextInt(100), message));
    }
  }

  @Test
  void readsDamagedHandshakesWithoutException() {
    Random random = new Random(SEED);
    for (byte[] whole : List.of(TLS12_FULL, TLS13_FULL)) {
      for (int round = 0; round < 50_000; round++) {
        byte[] sent = whole.clone();
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
          sent[random.nextInt(Math.min(sent.length, 400))] = (byte) random.nextInt();
        }
        read(sent);
      }
    }
  }

  private static HandshakeReader read(byte[] sent) {
    HandshakeReader reader = new HandshakeReader();
    reader.accept(sent, 0, sent.length);
    return reader;
  }

  private static void assertHello(
      HandshakeReader reader, String protocol, String suite, boolean resumed) {
    assertThat(reader.foreign()).isFalse();
    assertThat(reader.settled()).isTrue();
    assertThat(reader.resumed()).isEqualTo(resumed);
    ServerParameters hello = Objects.requireNonNull(reader.hello());
    assertThat(hello.protocol()).isEqualTo(protocol);
    assertThat(hello.cipherSuite()).isEqualTo(suite);
  }

  private static void assertSame(HandshakeReader actual, HandshakeReader expected) {
    assertEquals(expected.hello(), actual.hello());
    assertEquals(expected.namedGroup(), actual.namedGroup());
    assertEquals(expected.resumed(), actual.resumed());
    assertEquals(expected.settled(), actual.settled());
    assertEquals(expected.alert(), actual.alert());
    assertThat(actual.foreign()).isEqualTo(expected.foreign());
    assertThat(actual.settled()).isTrue();
  }

  /** Puts the handshake messages at the start, which are plain text, into other records. */
  private static byte[] inRecordsOf(int length, byte[] sent) {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    ByteBuffer from = ByteBuffer.wrap(sent);
    while (from.hasRemaining() && from.get(from.position()) == HANDSHAKE) {
      byte[] payload = new byte[from.getShort(from.position() + 3)];
      from.position(from.position() + 5);
      from.get(payload);
      messages.writeBytes(payload);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(records(length, messages.toByteArray()));
    all.write(sent, from.position(), from.remaining());
    return all.toByteArray();
  }

  private static byte[] records(int length, byte[] messages) {
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    for (int from = 0; from < messages.length; from += length) {
      int size = Math.min(length, messages.length - from);
      records.writeBytes(new byte[] {HANDSHAKE, 3, 3, (byte) (size >> 8), (byte) size});
      records.write(messages, from, size);
    }
    return records.toByteArray();
  }

  private static int indexOf(byte[] all, byte[] part) {
    for (int i = 0; i <= all.length - part.length; i++) {
      if (Arrays.equals(all, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    throw new AssertionError("the part is not in the bytes");
  }

  @Test
  void passesOverEmptyRecords() {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    for (int i = 0; i < 100_000; i++) {
      sent.writeBytes(new byte[] {HANDSHAKE, 3, 3, 0, 0});
    }
    sent.writeBytes(TLS13_FULL);

    assertSame(read(sent.toByteArray()), read(TLS13_FULL));
  }
}
