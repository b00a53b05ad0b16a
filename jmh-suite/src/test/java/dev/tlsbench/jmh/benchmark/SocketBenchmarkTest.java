package dev.tlsbench.jmh.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.jmh.tls.Connections;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.Ends;
import dev.tlsbench.jmh.tls.Side;
import dev.tlsbench.jmh.tls.Suite;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmark fails for any outcome other than the offered one, and leaves no thread. */
@Timeout(300)
class SocketBenchmarkTest {
  /** Waits for threads, since Netty's pool reports its end shortly before its thread ends. */
  @AfterEach
  void leavesNoThread() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().matches("tlsbench-(blocking|netty).*")) {
        thread.join(Conversation.TIMEOUT_MILLIS);
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }

  static Stream<Arguments> offered() {
    return Stream.of(Transport.values())
        .flatMap(
            transport ->
                Stream.of(TlsProvider.values())
                    .flatMap(
                        provider ->
                            suites()
                                .filter(suite -> absence(provider, suite).isEmpty())
                                .map(suite -> Arguments.of(transport, provider, suite))));
  }

  private static Stream<String> suites() {
    return Stream.concat(Stream.of("plain"), Stream.of(Suite.values()).map(Suite::id));
  }

  @Test
  void saysWhyTheRestIsAbsent() {
    assertThat(offered()).hasSize(2 * (1 + 10 + 9 + 7 + 7));
    assertThat(absence(TlsProvider.OPENSSL, "tls12-3des-ede-cbc-sha"))
        .startsWith("not offered by openssl: ");
    assertThat(absence(TlsProvider.CONSCRYPT, "plain")).startsWith("the same as jdk: ");
    assertThat(absence(TlsProvider.JDK, "tls12-rsa-aes128-cbc-sha"))
        .startsWith("the same as tls12-aes128-cbc-sha: ");
  }

  @Test
  void throwsIfAReplyIsNotTheOneAskedFor() {
    Messages client = new Messages(1024, 0);
    byte[] reply = client.server().replyTo(client.request()).clone();
    client.checkReply(reply);
    client.checkAllOfLast(reply);
    assertThatThrownBy(() -> client.checkReply(reply))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("not reply 1 was received");
    assertThatThrownBy(() -> client.checkReply(Arrays.copyOf(reply, 1023)))
        .hasMessage("reply has 1023 bytes, expected 1024");
    reply[500] ^= 1;
    assertThatThrownBy(() -> client.checkAllOfLast(reply))
        .hasMessage("reply 0 differs from byte 500");
  }

  @Test
  void failsIfTheServerReceivesAnotherRequestOverNetty() throws Exception {
    try (Conversation conversation = Transport.netty.open(null, outOfStep())) {
      assertThatThrownBy(() -> conversation.roundTrips(1))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not request 0 was received");
    }
  }

  @Test
  void failsIfTheServerReceivesAnotherRequestOverSockets() throws Exception {
    try (Conversation conversation = Transport.sslsocket.open(null, outOfStep())) {
      assertThatThrownBy(() -> conversation.roundTrips(1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("not request 0 was received");
    }
  }

  private static Messages outOfStep() {
    return new Messages(100, 7);
  }

  @ParameterizedTest
  @EnumSource
  void throwsIfAnotherSuiteIsNegotiated(Transport transport) {
    Suite got = Suite.TLS12_AES256_GCM;
    Suite expected = Suite.TLS12_AES128_GCM;
    try (Credentials credentials = Credentials.create(KeyType.P_256, 1);
        Connections connections =
            Connections.open(Ends.of(TlsProvider.JDK, got), credentials, false)) {
      Conversation.Tls tls =
          new Conversation.Tls(connections, Ends.of(TlsProvider.JDK, expected).expected(false));
      assertThatThrownBy(() -> transport.open(tls, new Messages(100, 0)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("expected " + expected.cipherSuite());
    }
  }

  @ParameterizedTest
  @EnumSource
  void failsIfTheHandshakeDoes(Transport transport) {
    Ends other =
        new Ends(
            TlsProvider.JDK,
            Side.CLIENT,
            "TLSv1.2",
            Suite.TLS12_AES128_GCM.cipherSuite(),
            KeyType.RSA_2048,
            "secp256r1",
            false);
    try (Credentials rsa = Credentials.create(KeyType.RSA_2048, 1);
        Connections connections = Connections.open(other, rsa, false)) {
      Conversation.Tls tls = new Conversation.Tls(connections, other.expected(false));
      assertThatThrownBy(() -> transport.open(tls, new Messages(100, 0)))
          .isInstanceOf(IOException.class);
    }
  }

  private static String absence(TlsProvider provider, String suite) {
    return SocketBenchmark.absence(Map.of("provider", provider.id(), "suite", suite)).orElse("");
  }
}
