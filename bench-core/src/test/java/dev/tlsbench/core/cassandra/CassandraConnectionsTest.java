package dev.tlsbench.core.cassandra;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.InvalidKeyspaceException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.UnsupportedProtocolVersionException;
import dev.tlsbench.core.ClosedPort;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsLedger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors for servers that cannot be used, in one line each. */
@Timeout(60)
class CassandraConnectionsTest {
  private static final String SECRET = "Quetzal77";

  @ParameterizedTest
  @ValueSource(strings = {"", "tlsInsecure=true"})
  void saysThatConnectionsAreRefused(String options) throws IOException {
    String server = "127.0.0.1:" + ClosedPort.next();

    assertThat(refusal(server, options))
        .hasMessage(server + ": connection refused; check that the server runs and listens there");
  }

  @Test
  void namesTheFirstOfSeveralServersThatAllFail() throws IOException {
    ConnectFailedException failure =
        refusal("127.0.0.1:" + ClosedPort.next() + ",127.0.0.1:" + ClosedPort.next(), "");

    assertThat(failure).hasMessageContaining(": connection refused; ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tls=true"})
  void saysThatTheHostIsUnknown(String options) {
    assertThat(refusal("no-such-host.invalid:1", options))
        .hasMessageStartingWith("no-such-host.invalid:1: this host name cannot be resolved");
  }

  @Test
  void givesUpOnAServerThatAcceptsAndNeverAnswers() throws IOException {
    try (ServerSocket silent = listen()) {
      assertThat(refusal("127.0.0.1:" + silent.getLocalPort(), "connectTimeoutMS=300"))
          .hasMessageContaining("did not answer in time (connectTimeoutMS, ")
          .hasMessageContaining("tls=true");
    }
  }

  @Test
  void givesUpOnAServerThatNeverAnswersTheHandshake() throws IOException {
    try (ServerSocket silent = listen()) {
      assertThat(
              refusal(
                  "127.0.0.1:" + silent.getLocalPort(), "tlsInsecure=true&connectTimeoutMS=300"))
          .hasMessageContaining("handshake was not done within 300 ms");
    }
  }

  /** As a server of TLS does with CQL in plain text. */
  @Test
  void guessesThatAServerWhichHangsUpExpectsTls() throws IOException {
    try (ServerSocket server = answering(new byte[] {0x15, 3, 3, 0, 2, 2, 10})) {
      assertThat(refusal("127.0.0.1:" + server.getLocalPort(), ""))
          .hasMessageContaining("closed the connection without an answer")
          .hasMessageContaining("then say tls=true");
    }
  }

  /** As a server of CQL does with TLS: an error of version 5. */
  @Test
  void saysThatThePortHasNoTls() throws IOException {
    byte[] error = error("Invalid or unsupported protocol version (22)");
    try (ServerSocket server = answering(error)) {
      assertThat(refusal("127.0.0.1:" + server.getLocalPort(), "tls=true"))
          .hasMessageContaining("does not speak TLS on this port; connect in plain text");
    }
  }

  /** A ServerHello of TLS 1.2, and an error of CQL. */
  @Test
  void tellsForeignBytesInTheMiddleOfTheHandshakeFromAPortWithoutTls() throws IOException {
    byte[] hello =
        HexFormat.of().parseHex("160303002a" + "02000026" + "0303" + "11".repeat(32) + "00c02f00");
    byte[] error = error("Invalid or unsupported protocol version (22)");
    byte[] both = ByteBuffer.allocate(hello.length + error.length).put(hello).put(error).array();
    try (ServerSocket server = answering(both)) {
      assertThat(refusal("127.0.0.1:" + server.getLocalPort(), "tls=true"))
          .hasMessageContaining("bytes that are no TLS in the middle of the TLS handshake");
    }
  }

  static Stream<RuntimeException> answers() {
    return Stream.of(
        new InvalidKeyspaceException("no keyspace"),
        new UnsupportedProtocolVersionException(null, "no protocol", List.of()),
        new NoNodeAvailableException());
  }

  @ParameterizedTest
  @MethodSource("answers")
  void prefersAServersAnswerToTheHandshakeWithAnother(RuntimeException answer) {
    CassandraUrl url = CassandraUrl.parse("cassandra://h/?tls=true");
    ConnectFailedException handshake =
        new ConnectFailedException(ConnectFailedException.Reason.HANDSHAKE, "other: failed", null);

    assertThat(
            new CassandraFailure(url, url.settings(Map.of()))
                .explain(answer, Optional.of(handshake)))
        .message()
        .startsWith("h:9042: ")
        .contains(answer.getMessage());
  }

  @Test
  void saysThatTheAnswerIsInAnotherProtocol() throws IOException {
    try (ServerSocket web = answering("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII))) {
      assertThat(refusal("127.0.0.1:" + web.getLocalPort(), "connectTimeoutMS=1000"))
          .message()
          .containsAnyOf("is this a Cassandra port", "does this port expect TLS?");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "protocolVersion=4"})
  void saysThatNoVersionOfTheProtocolFits(String options) throws IOException {
    byte[] error = error("Invalid or unsupported protocol version (5); the lowest is 9");
    try (ServerSocket server = answering(error)) {
      assertThat(refusal("127.0.0.1:" + server.getLocalPort(), options)).hasMessageContaining("V4");
    }
  }

  /** An ERROR of code 0x0A, a protocol error, to the request of stream 0. */
  private static byte[] error(String message) {
    byte[] text = message.getBytes(US_ASCII);
    return ByteBuffer.allocate(9 + 4 + 2 + text.length)
        .put(new byte[] {(byte) 0x84, 0, 0, 0, 0})
        .putInt(4 + 2 + text.length)
        .putInt(0x0A)
        .putShort((short) text.length)
        .put(text)
        .array();
  }

  /** Reads something from each client, answers and hangs up. */
  private static ServerSocket answering(byte[] answer) throws IOException {
    ServerSocket server = listen();
    Thread thread =
        new Thread(
            () -> {
              while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                  client.getInputStream().read(new byte[1 << 12]);
                  client.getOutputStream().write(answer);
                  client.shutdownOutput();
                  client.getInputStream().readAllBytes();
                } catch (IOException e) {
                  // The driver closed it; or the test has ended.
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private static ConnectFailedException refusal(String hosts, String options) {
    CassandraUrl url =
        CassandraUrl.parse("cassandra://user:" + SECRET + "@" + hosts + "/ks?" + options);
    ConnectFailedException failure =
        catchThrowableOfType(
            ConnectFailedException.class,
            () -> {
              try (Connections connections = url.open()) {
                connections.driver(CqlSession.class);
              }
            });
    assertThat(failure).isNotNull();
    for (Throwable at = failure; at != null; at = at.getCause()) {
      assertThat(at.toString()).doesNotContain(SECRET);
    }
    assertThat(failure.getMessage()).doesNotContain("\n", "Exception");
    return failure;
  }

  @Test
  void connectsToWhereTheDialerLeads() throws IOException {
    byte[] error = error("Invalid or unsupported protocol version (5); the lowest is 9");
    try (ServerSocket server = answering(error)) {
      CassandraUrl url = CassandraUrl.parse("cassandra://db.invalid:1/");
      Dialer dialer =
          new Dialer() {
            @Override
            public void connect(Socket socket, InetSocketAddress to, int timeoutMillis)
                throws IOException {
              assertThat(to.getHostString()).isEqualTo("db.invalid");
              socket.connect(server.getLocalSocketAddress(), timeoutMillis);
            }
          };
      try (CassandraConnections connections =
          url.open(url.settings(Map.of()), dialer, new TlsLedger())) {
        assertThatThrownBy(connections::session)
            .isInstanceOf(ConnectFailedException.class)
            .hasMessageStartingWith("db.invalid:1: ");
      }
    }
  }

  @Test
  void refusesOptionsThatTheDriversOwnTlsDoesNotHave() {
    CassandraUrl url = CassandraUrl.parse("cassandra://h/?tls=true");

    assertThatThrownBy(
            () ->
                url.open(
                    url.settings(Map.of("tls.provider", "driver", "tls.protocols", "TLSv1.2")),
                    Dialer.DIRECT,
                    new TlsLedger()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("Cassandra's driver performs TLS by itself");
  }

  @Test
  void lendsTheSessionAndNothingElse() {
    Connections connections = CassandraUrl.parse("cassandra://127.0.0.1:1").open();
    assertThatThrownBy(() -> connections.driver(String.class))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("ask for CqlSession");
    connections.close();
    assertThatThrownBy(() -> connections.driver(CqlSession.class))
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("is closed; open another");
  }
}
