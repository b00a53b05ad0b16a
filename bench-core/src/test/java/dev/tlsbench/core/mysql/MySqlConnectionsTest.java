package dev.tlsbench.core.mysql;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tlsbench.core.ClosedPort;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.Secrets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors for servers that cannot be used, and how soon they come. */
@Timeout(30)
class MySqlConnectionsTest {
  private static final String SECRET = "Quetzal77";
  private static final String PLAIN = "ssl-mode=DISABLED";
  private static final String TLS = "ssl-mode=REQUIRED";

  @ParameterizedTest
  @ValueSource(strings = {PLAIN, TLS})
  void saysThatConnectionIsRefused(String mode) throws IOException {
    int port = ClosedPort.next();
    assertThat(refusal(port, mode))
        .hasMessageStartingWith("127.0.0.1:" + port + ": connection refused; check");
  }

  @Test
  void saysThatHostIsUnknown() {
    assertThat(refusal("no-such-host.invalid:1", PLAIN))
        .hasMessageStartingWith("no-such-host.invalid:1: this host name cannot be resolved");
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAIN, TLS})
  void givesUpOnServerThatAcceptsAndNeverGreets(String mode) throws IOException {
    try (ServerSocket silent = listen()) {
      assertThat(refusal(silent.getLocalPort(), mode + "&connectTimeout=300"))
          .hasMessageContaining("did not answer within 300 ms (connectTimeout)");
    }
  }

  @Test
  void givesUpOnServerThatNeverAnswersTheLogin() throws IOException {
    try (FakeMySqlServer server = FakeMySqlServer.silentAfterGreeting()) {
      assertThat(refusal(server.port(), PLAIN + "&connectTimeout=300"))
          .hasMessageContaining("did not answer within 300 ms (connectTimeout)");
    }
  }

  @Test
  void refusesPlainTextServerWhenTlsIsAsked() throws IOException {
    try (FakeMySqlServer server = FakeMySqlServer.silentAfterGreeting()) {
      assertThat(refusal(server.port(), TLS))
          .hasMessageContaining("the server offers no TLS")
          .hasMessageContaining("ssl-mode=DISABLED");
    }
  }

  @Test
  void saysWhyTheUserIsTurnedAwayWithoutThePassword() throws IOException {
    String message = "Access denied for user 'user'@'localhost' (using password " + SECRET + ")";
    try (FakeMySqlServer server = FakeMySqlServer.refusing(1045, message)) {
      assertThat(refusal(server.port(), PLAIN))
          .hasMessageContaining("Access denied for user 'user'@'localhost'")
          .hasMessageContaining("check user name and password")
          .hasNoCause()
          .extracting("reason")
          .isEqualTo(Reason.LOGIN);
    }
  }

  /** Under TLS too, this comes before the handshake: from anybody. */
  @ParameterizedTest
  @ValueSource(strings = {PLAIN, TLS})
  void saysTheBeginningOfWhatAServerSaysWithoutEnd(String mode) throws IOException {
    String message = "\u001b[2J\u0007no " + "a".repeat(32_000) + " ".repeat(32_000) + "\n";
    try (FakeMySqlServer server = FakeMySqlServer.refusingAtOnce(1040, message)) {
      assertThat(refusal(server.port(), mode))
          .extracting(Throwable::getMessage, InstanceOfAssertFactories.STRING)
          .contains("\\u001b[2J\\u0007no aaa")
          .hasSizeLessThan(2500)
          .doesNotContainPattern("\\p{Cntrl}");
    }
  }

  @Test
  void saysThatServerWantsTls() throws IOException {
    try (FakeMySqlServer server = FakeMySqlServer.refusing(3159, "insecure transport")) {
      assertThat(refusal(server.port(), PLAIN)).hasMessageContaining("accepts TLS only");
    }
  }

  @Test
  void saysWhatToDoAboutThePublicKey() {
    MySqlFailure failure =
        new MySqlFailure(false, Duration.ofSeconds(1), Secrets.of(List.of(SECRET)));
    assertThat(failure.explain("h:1", new SQLException("Public Key Retrieval is not allowed")))
        .hasMessageStartingWith("h:1: ")
        .hasMessageContainingAll(
            "the password is wrong, or",
            "allowPublicKeyRetrieval=true",
            "can then read the password");
  }

  @Test
  void saysThatTheAnswerIsInAnotherProtocol() throws Exception {
    try (ServerSocket shell = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        MySqlConnections connections = open("127.0.0.1:" + shell.getLocalPort(), PLAIN)) {
      Thread greets =
          new Thread(
              () -> {
                try (Socket client = shell.accept()) {
                  client.getOutputStream().write("SSH-2.0-OpenSSH\r\n".getBytes(US_ASCII));
                  client.getInputStream().read();
                } catch (IOException e) {
                  // The test has ended.
                }
              });
      greets.start();
      assertThatThrownBy(connections::connect)
          .hasMessageContaining("the answer is in another protocol; is this a MySQL port?");
    }
  }

  @Test
  void recordsPlainConnectionsAndFailures() throws IOException {
    try (FakeMySqlServer server = FakeMySqlServer.refusing(1045, "Access denied");
        MySqlConnections connections = open("127.0.0.1:" + server.port(), PLAIN)) {
      assertThatThrownBy(connections::connect).isInstanceOf(ConnectFailedException.class);
      assertThat(connections.ledger().tcpConnectNanos().getTotalCount()).isEqualTo(1);
      assertThat(connections.ledger().handshakes()).isEmpty();
      assertThat(connections.ledger().lastFailure()).isPresent();
    }
  }

  @Test
  void givesTheSameMessageAsDataSource() throws IOException {
    int port = ClosedPort.next();
    try (MySqlConnections connections = open("127.0.0.1:" + port, PLAIN)) {
      assertThatThrownBy(() -> connections.dataSource().getConnection())
          .isInstanceOf(SQLException.class)
          .hasMessageStartingWith("127.0.0.1:" + port + ": connection refused");
    }
  }

  @Test
  void connectsNoMoreOnceClosed() throws IOException {
    MySqlConnections connections = open("127.0.0.1:" + ClosedPort.next(), PLAIN);
    connections.close();
    assertThatThrownBy(connections::connect)
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("is closed");
  }

  @Test
  void connectsWhereTheDialerLeadsAndNotWhereTheUrlDoes() throws IOException {
    List<String> seen = new ArrayList<>();
    try (FakeMySqlServer server = FakeMySqlServer.refusing(1045, "Access denied")) {
      Dialer dialer =
          new Dialer() {
            @Override
            public Socket plainSocket() {
              seen.add("socket");
              return new Socket();
            }

            @Override
            public void connect(Socket socket, InetSocketAddress address, int timeoutMillis)
                throws IOException {
              seen.add("connect to " + address.getPort());
              socket.connect(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()),
                  timeoutMillis);
            }

            @Override
            public void loggedIn() {
              seen.add("logged in");
            }
          };
      MySqlUrl url = MySqlUrl.parse("mysql://user:" + SECRET + "@127.0.0.1:1/ycsb?" + PLAIN);
      try (MySqlConnections connections =
          url.open(url.settings(Map.of()), dialer, new TlsLedger())) {
        assertThatThrownBy(() -> connections.connect().close())
            .isInstanceOf(ConnectFailedException.class)
            .hasMessageContaining("Access denied");
      }
    }
    assertThat(seen).containsExactly("socket", "connect to 1");
  }

  private static ConnectFailedException refusal(int port, String options) {
    return refusal("127.0.0.1:" + port, options);
  }

  private static ConnectFailedException refusal(String host, String options) {
    try (MySqlConnections connections = open(host, options)) {
      ConnectFailedException failure =
          catchThrowableOfType(ConnectFailedException.class, () -> connections.connect().close());
      assertThat(failure).isNotNull();
      for (Throwable at = failure; at != null; at = at.getCause()) {
        assertThat(at.toString()).doesNotContain(SECRET);
      }
      assertThat(failure.getMessage()).doesNotContain("\n");
      return failure;
    }
  }

  private static MySqlConnections open(String host, String options) {
    MySqlUrl url = MySqlUrl.parse("mysql://user:" + SECRET + "@" + host + "/ycsb?" + options);
    TlsSettings settings = url.settings(Map.of());
    return url.open(settings, Dialer.DIRECT, new TlsLedger());
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }
}
