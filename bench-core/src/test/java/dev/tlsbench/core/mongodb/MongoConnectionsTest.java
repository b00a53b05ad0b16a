package dev.tlsbench.core.mongodb;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.client.MongoClient;
import dev.tlsbench.core.ClosedPort;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsLedger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors for servers that cannot be used, and how soon they come. */
@Timeout(30)
class MongoConnectionsTest {
  private static final String SECRET = "Quetzal77";

  /** Ten minutes: whoever waits for the driver to select a server outlasts the test's time. */
  private static final String PATIENT = "serverSelectionTimeoutMS=600000&";

  @ParameterizedTest
  @ValueSource(strings = {"", "tlsInsecure=true"})
  void saysAtOnceThatConnectionsAreRefused(String options) throws IOException {
    ConnectFailedException failure = refusal("127.0.0.1:" + ClosedPort.next(), options);
    assertThat(failure).hasMessageContaining(": connection refused; check");
  }

  @Test
  void saysThatTheAnswerIsInAnotherProtocol() throws Exception {
    try (ServerSocket web = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread answers =
          new Thread(
              () -> {
                while (!web.isClosed()) {
                  try (Socket client = web.accept()) {
                    client.getInputStream().read();
                    client
                        .getOutputStream()
                        .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
                  } catch (IOException e) {
                    // The driver closed it; or the test has ended.
                  }
                }
              });
      answers.start();
      assertThat(refusal("127.0.0.1:" + web.getLocalPort(), ""))
          .hasMessageContaining("the answer is in another protocol; is this a MongoDB port?");
    }
  }

  @Test
  void saysAtOnceThatAllOfSeveralServersFail() throws IOException {
    ConnectFailedException failure =
        refusal("127.0.0.1:" + ClosedPort.next() + ",127.0.0.1:" + ClosedPort.next(), "");
    assertThat(failure).hasMessageContaining("connection refused");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tls=true"})
  void saysThatHostIsUnknown(String options) {
    ConnectFailedException failure = refusal("no-such-host.invalid:1", options);
    assertThat(failure).hasMessageStartingWith("no-such-host.invalid:1: ");
  }

  @Test
  void givesUpOnServerThatAcceptsAndNeverAnswers() throws IOException {
    try (ServerSocket silent = listen()) {
      ConnectFailedException failure =
          refusal("127.0.0.1:" + silent.getLocalPort(), "connectTimeoutMS=300");
      assertThat(failure)
          .hasMessageContaining("did not answer in time")
          .hasMessageContaining("tls=true");
    }
  }

  @Test
  void givesUpOnServerThatNeverAnswersTheHandshake() throws IOException {
    try (ServerSocket silent = listen()) {
      ConnectFailedException failure =
          refusal("127.0.0.1:" + silent.getLocalPort(), "tlsInsecure=true&connectTimeoutMS=300");
      assertThat(failure).hasMessageContaining("handshake was not done within 300 ms");
    }
  }

  @Test
  void guessesThatServerWhichHangsUpExpectsTls() throws IOException {
    try (ServerSocket server = listen()) {
      Thread hangingUp = new Thread(() -> hangUpOnEverybody(server));
      hangingUp.setDaemon(true);
      hangingUp.start();
      ConnectFailedException failure = refusal("127.0.0.1:" + server.getLocalPort(), "");
      assertThat(failure)
          .hasMessageContaining("closed the connection without an answer")
          .hasMessageContaining("then say tls=true");
    }
  }

  @Test
  void refusesTlsThroughProxy() {
    MongoUrl url = MongoUrl.parse("mongodb://localhost/?tls=true&proxyHost=127.0.0.1");
    assertThatThrownBy(() -> use(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("proxyHost: ");
  }

  @Test
  void refusesSettingsThatTheDriverRefuses() {
    MongoUrl url =
        MongoUrl.parse("mongodb://u:" + SECRET + "@localhost/?minPoolSize=5&maxPoolSize=1");
    assertThatThrownBy(() -> use(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("the MongoDB driver refuses")
        .hasMessageNotContaining(SECRET);
  }

  private static void use(MongoUrl url) throws ConnectFailedException {
    try (MongoConnections connections =
        url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger())) {
      connections.client();
    }
  }

  private static ConnectFailedException refusal(String hosts, String options) {
    MongoUrl url =
        MongoUrl.parse("mongodb://user:" + SECRET + "@" + hosts + "/?" + PATIENT + options);
    ConnectFailedException failure =
        catchThrowableOfType(ConnectFailedException.class, () -> use(url));
    assertThat(failure).isNotNull();
    for (Throwable at = failure; at != null; at = at.getCause()) {
      assertThat(at.toString()).doesNotContain(SECRET);
    }
    assertThat(failure.getMessage()).doesNotContain("\n");
    return failure;
  }

  private static void hangUpOnEverybody(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        // Something was asked before the connection is closed, as a TLS server would see it.
        assertThat(socket.getInputStream().read()).isNotNegative();
      } catch (IOException e) {
        // The test is over, or the client was faster: both end this conversation only.
      }
    }
  }

  @Test
  void closesWhileAnotherThreadConnects() throws Exception {
    try (ServerSocket silent = listen()) {
      MongoUrl url =
          MongoUrl.parse(
              "mongodb://127.0.0.1:" + silent.getLocalPort() + "/?serverSelectionTimeoutMS=3000");
      MongoConnections connections =
          url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
      FutureTask<MongoClient> connecting = new FutureTask<>(connections::client);
      new Thread(connecting).start();
      try (Socket unanswered = silent.accept()) {
        assertThat(unanswered.getInputStream().read()).isNotNegative();
        connections.close();
        assertThatThrownBy(connecting::get).cause().hasMessageContaining("is closed; open another");
      }
      assertThatThrownBy(connections::client).hasMessageContaining("is closed; open another");
    }
  }

  @Test
  void triesAgainAndReportsTheNewFailure() throws IOException {
    TlsLedger ledger = new TlsLedger();
    MongoUrl url =
        MongoUrl.parse("mongodb://db.example.org/?tls=true&serverSelectionTimeoutMS=300");
    List<String> failures = new ArrayList<>(List.of("the first", "the second"));
    Dialer dialer =
        new Dialer() {
          @Override
          public void connect(Socket socket, InetSocketAddress server, int timeoutMillis)
              throws IOException {
            throw new IOException(failures.get(0));
          }
        };
    try (MongoConnections connections =
        new MongoConnections(
            url,
            url.settings(Map.of()),
            dialer,
            ledger,
            to -> to.inetAddressResolver(host -> List.of(InetAddress.getLoopbackAddress())))) {
      assertThatThrownBy(connections::client).hasMessageContaining("the first");
      failures.remove(0);
      assertThatThrownBy(connections::client).hasMessageContaining("the second");
      assertThat(ledger.lastFailure().orElseThrow()).hasMessageContaining("the second");
    }
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }
}
