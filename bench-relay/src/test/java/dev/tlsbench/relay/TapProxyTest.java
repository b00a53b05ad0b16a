package dev.tlsbench.relay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.relay.TappedConnection.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers of proxies (PROXY protocol) through a tap, in front of TLS and of MySQL. */
@Timeout(60)
class TapProxyTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int WHOLE = 1 << 20;
  private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";
  private static final String IPV4 = "0a000007c0a80001" + "dc04" + "0cea";
  private static final String IPV6 =
      "20010db8000000000000000000000007" + "20010db8000000000000000000000001" + "dc04" + "0cea";
  private static final String LINE = "PROXY TCP4 10.0.0.7 192.168.0.1 56324 3306\r\n";

  /** MySQL's greeting (protocol 10), and the request for TLS that answers it. */
  private static final byte[] GREETING = packet(0, 10, '9', '.', '7', 0, 1, 2, 3, 4);

  private static final byte[] REQUEST = packet(1, 0, 8, 0, 0, 0, 0, 0, 1, 33, 0);
  private static final byte[] LOGIN = packet(1, 0, 0, 0, 0, 0, 0, 0, 1, 33, 0);

  @SuppressWarnings("NullAway.Init")
  private static byte[] clientHello;

  @BeforeAll
  static void record() throws Exception {
    clientHello = RecordedHandshake.flights().get(0);
  }

  /** A client and a server with a tap between them. */
  private static final class Wire implements AutoCloseable {
    final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    final TlsTap tap;
    final Socket client;
    final Socket server;

    Wire(String... databases) throws IOException {
      tap =
          TlsTap.to(new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()))
              .databases(
                  databases.length == 0
                      ? Database.all()
                      : Stream.of(databases).map(Database::of).toList())
              .open();
      client = new Socket(InetAddress.getLoopbackAddress(), tap.port());
      client.setTcpNoDelay(true);
      server = listener.accept();
    }

    /** Sends bytes to the server in pieces, each after the one before has arrived unchanged. */
    void toServer(byte[] bytes, int piece) throws IOException {
      for (int start = 0; start < bytes.length; start += piece) {
        int length = Math.min(piece, bytes.length - start);
        client.getOutputStream().write(bytes, start, length);
        assertThat(server.getInputStream().readNBytes(length))
            .isEqualTo(Arrays.copyOfRange(bytes, start, start + length));
      }
    }

    void toClient(byte[] bytes) throws IOException {
      server.getOutputStream().write(bytes);
      assertThat(client.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
    }

    TappedConnection seen(Kind kind) throws Exception {
      return tap.await(1, seen -> seen.kind() == kind, LIMIT).get(0);
    }

    @Override
    public void close() throws IOException {
      client.close();
      server.close();
      tap.close();
      listener.close();
    }
  }

  private static byte[] packet(int number, int... content) {
    byte[] packet = new byte[4 + content.length];
    packet[0] = (byte) content.length;
    packet[3] = (byte) number;
    for (int i = 0; i < content.length; i++) {
      packet[4 + i] = (byte) content[i];
    }
    return packet;
  }

  /** Returns a header of version 1 in ASCII, or of version 2 in hexadecimal digits. */
  private static byte[] header(String text) {
    return text.startsWith("P")
        ? text.replace("CRLF", "\r\n").getBytes(US_ASCII)
        : HexFormat.of().parseHex(text);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    List.of(parts).forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static String version2(String command, String family, String rest) {
    return SIGNATURE + command + family + String.format("%04x", rest.length() / 2) + rest;
  }

  private static void assertShows(TappedConnection seen, Wire wire, @Nullable String source) {
    InetSocketAddress peer = (InetSocketAddress) wire.client.getLocalSocketAddress();
    if (source == null) {
      assertThat(seen.client()).isEqualTo(peer);
      assertThat(seen.proxy()).isNull();
    } else {
      assertThat(seen.client().getAddress().getHostAddress()).isEqualTo(source);
      assertThat(seen.client().getPort()).isEqualTo(56_324);
      assertThat(seen.proxy()).isEqualTo(peer);
    }
  }

  private static void seesTlsBehind(byte[] header, @Nullable String source) throws Exception {
    byte[] sent = joined(header, clientHello);
    for (int piece : new int[] {1, 5, header.length, sent.length}) {
      try (Wire wire = new Wire()) {
        wire.toServer(sent, piece);

        TappedConnection seen = wire.seen(Kind.TLS);
        assertThat(requireNonNull(seen.tls()).offer()).as("pieces of %s", piece).isNotNull();
        assertThat(seen.transfer().toServerBytes()).isEqualTo(sent.length);
        assertShows(seen, wire, source);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PROXY TCP4 10.0.0.7 192.168.0.1 56324 3306CRLF, 10.0.0.7",
    "PROXY TCP4 255.255.255.255 255.255.255.255 56324 65535CRLF, 255.255.255.255",
    "PROXY TCP6 2001:DB8::7 ::1 56324 3306CRLF, 2001:db8:0:0:0:0:0:7",
    "PROXY TCP6 ::ffff:10.0.0.7 ::1 56324 3306CRLF, 10.0.0.7",
    "PROXY UNKNOWNCRLF,",
    "PROXY UNKNOWN ffff::1 and whatever elseCRLF,"
  })
  void showsTheAddressInALineOfVersion1(String line, @Nullable String source) throws Exception {
    seesTlsBehind(header(line), source);
  }

  @Test
  void showsTheAddressInAHeaderOfVersion2() throws Exception {
    String typed = "030004a1b2c3d4" + "0400020000";
    seesTlsBehind(header(version2("21", "11", IPV4)), "10.0.0.7");
    seesTlsBehind(header(version2("21", "11", IPV4 + typed)), "10.0.0.7");
    seesTlsBehind(header(version2("21", "11", IPV4 + "00".repeat(1000))), "10.0.0.7");
    seesTlsBehind(header(version2("21", "21", IPV6 + typed)), "2001:db8:0:0:0:0:0:7");
  }

  /** Health checks of a proxy, connections over a socket's path, and unknown ones. */
  @Test
  void showsTheProxyIfItsHeaderNamesNoAddress() throws Exception {
    seesTlsBehind(header(version2("20", "00", "")), null);
    seesTlsBehind(header(version2("20", "11", IPV4)), null);
    seesTlsBehind(header(version2("21", "00", "")), null);
    seesTlsBehind(header(version2("21", "10", "0304")), null);
    seesTlsBehind(header(version2("21", "31", "2f".repeat(216))), null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PROXY TCP4 10.0.0.7 192.168.0.1 56324 3306\n",
        "PROXY TCP4 10.0.0.7 192.168.0.1 56324\rCRLF",
        "PROXY TCP4 10.0.0.07 192.168.0.1 56324 3306CRLF",
        "PROXY TCP4 10.0.0.256 192.168.0.1 56324 3306CRLF",
        "PROXY TCP4 localhost 192.168.0.1 56324 3306CRLF",
        "PROXY TCP4 ::1 ::1 56324 3306CRLF",
        "PROXY TCP4 10.0.0.7 192.168.0.1 65536 3306CRLF",
        "PROXY TCP4 10.0.0.7 192.168.0.1 56324 03306CRLF",
        "PROXY TCP6 10.0.0.7 192.168.0.1 56324 3306CRLF",
        "PROXY TCP6 1::2::3 ::1 56324 3306CRLF",
        "PROXY UDP4 10.0.0.7 192.168.0.1 56324 3306CRLF",
        "PROXY CRLF"
      })
  void countsABrokenLineAsAnotherProtocol(String line) throws Exception {
    assertIsOther(header(line));
  }

  @Test
  void countsABrokenHeaderAsAnotherProtocol() throws Exception {
    assertIsOther(header("PROXY UNKNOWN" + " ".repeat(93) + "CRLF"));
    assertIsOther(header(version2("11", "11", IPV4)));
    assertIsOther(header(version2("22", "11", IPV4)));
    assertIsOther(header(version2("21", "41", IPV4)));
    assertIsOther(header(version2("21", "13", IPV4)));
    assertIsOther(header(version2("21", "11", IPV4.substring(2))));
    assertIsOther(header(version2("21", "21", IPV4)));
    assertIsOther(header(version2("21", "31", IPV6)));
  }

  /** It is forwarded all the same: the server decides. */
  private static void assertIsOther(byte[] header) throws Exception {
    try (Wire wire = new Wire()) {
      wire.toServer(joined(header, clientHello), WHOLE);

      assertShows(wire.seen(Kind.OTHER), wire, null);
    }
  }

  /** The longest line of version 1 has 107 bytes. */
  @Test
  void readsTheLongestLine() throws Exception {
    seesTlsBehind(header("PROXY UNKNOWN" + " ".repeat(92) + "CRLF"), null);
  }

  /** A message of 80 bytes begins with 'P', one of 13 with the first byte of version 2. */
  @ParameterizedTest
  @ValueSource(ints = {'P', 13})
  void takesNothingElseForAHeader(int length) throws Exception {
    byte[] message = {(byte) length, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, (byte) 0xDD, 7, 0, 0};
    for (int piece : new int[] {1, message.length}) {
      try (Wire wire = new Wire()) {
        wire.toServer(message, piece);

        assertShows(wire.seen(length == 'P' ? Kind.PLAIN : Kind.OTHER), wire, null);
      }
    }
  }

  /** Percona Server greets after the header, MariaDB before it. */
  @ParameterizedTest
  @CsvSource({"mongodb mysql, true", "mongodb mysql, false", "mysql, true", "mysql, false"})
  void seesMySqlBehindAHeader(String databases, boolean headerFirst) throws Exception {
    for (String header : List.of(LINE, version2("21", "11", IPV4))) {
      try (Wire wire = new Wire(databases.split(" "))) {
        if (headerFirst) {
          wire.toServer(header(header), 7);
        }
        wire.toClient(GREETING);
        if (!headerFirst) {
          wire.toServer(header(header), 7);
        }
        wire.toServer(joined(REQUEST, clientHello), WHOLE);

        TappedConnection seen = wire.seen(Kind.TLS);
        assertThat(requireNonNull(seen.tls()).offer()).isNotNull();
        assertThat(seen.beginning().serverVersion()).isEqualTo("9.7");
        assertShows(seen, wire, "10.0.0.7");
      }
    }
  }

  @Test
  void seesALogInInPlainTextBehindAHeader() throws Exception {
    try (Wire wire = new Wire()) {
      wire.toServer(LINE.getBytes(US_ASCII), 1);
      wire.toClient(GREETING);
      wire.toServer(LOGIN, LOGIN.length);

      assertShows(wire.seen(Kind.PLAIN), wire, "10.0.0.7");
    }
  }
}
