package dev.tlsbench.jmh.database;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.jmh.tls.Suite;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConnectionLogTest {
  private static final Protection FULL_13 = Protection.full(Suite.TLS13_AES128_GCM);
  private static final Protection FULL_12 = Protection.full(Suite.TLS12_AES128_GCM);
  private static final Protection RESUMED_12 = Protection.resumed(Suite.TLS12_AES128_GCM);

  private final ConnectionLog log = new ConnectionLog();

  @Test
  void acceptsTheConnectionThatWasAskedFor() {
    enter(as(FULL_13, "secp256r1", false));
    assertThatCode(() -> log.expectOne(FULL_13)).doesNotThrowAnyException();
    enter(as(FULL_12, "secp256r1", false));
    assertThatCode(() -> log.expectOne(FULL_12)).doesNotThrowAnyException();
    enter(null);
    assertThatCode(() -> log.expectOne(Protection.plain())).doesNotThrowAnyException();
  }

  @Test
  void wantsNoGroupOfASessionResumedUnderTls12() {
    enter(as(RESUMED_12, null, false));
    assertThatCode(() -> log.expectOne(RESUMED_12)).doesNotThrowAnyException();
  }

  static Stream<NegotiatedTls> others() {
    return Stream.of(
        as(Protection.full(Suite.TLS13_AES256_GCM), "secp256r1", false),
        as(FULL_12, "secp256r1", false),
        as(Protection.resumed(Suite.TLS13_AES128_GCM), "secp256r1", false),
        as(FULL_13, "x25519", false),
        as(FULL_13, "secp256r1", true));
  }

  @ParameterizedTest
  @MethodSource("others")
  void refusesAnyOtherHandshake(NegotiatedTls other) {
    enter(other);
    assertThatThrownBy(() -> log.expectOne(FULL_13))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("expected full tls13-aes128-gcm with secp256r1, negotiated ");
  }

  @Test
  void refusesPlainTextForTlsAndTlsForPlainText() {
    enter(null);
    assertThatThrownBy(() -> log.expectOne(FULL_13)).isInstanceOf(IllegalStateException.class);
    log.clear();
    enter(as(FULL_13, "secp256r1", false));
    assertThatThrownBy(() -> log.expectOne(Protection.plain()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refusesMoreOrLessThanOneConnection() {
    assertThatThrownBy(() -> log.expectOne(Protection.plain())).hasMessageContaining("0 were");
    enter(null);
    enter(null);
    assertThatThrownBy(() -> log.expectOne(Protection.plain())).hasMessageContaining("2 were");
    assertThatThrownBy(() -> log.expectCommandsOnOne(Protection.plain()))
        .hasMessageContaining("2 were");
  }

  @Test
  void acceptsAMonitorOnlyWhereCommandsAreMeasured() {
    log.shakenHands(connection(as(FULL_13, "secp256r1", false)));
    enter(as(FULL_13, "secp256r1", false));
    assertThatCode(() -> log.expectCommandsOnOne(FULL_13)).doesNotThrowAnyException();
    assertThatThrownBy(() -> log.expectOne(FULL_13)).hasMessageContaining("alone");
  }

  private void enter(@Nullable NegotiatedTls negotiated) {
    log.opened();
    log.shakenHands(connection(negotiated));
  }

  private static TlsConnection connection(@Nullable NegotiatedTls negotiated) {
    Duration time = Duration.ofMillis(1);
    return new TlsConnection("127.0.0.1", 1, time, negotiated == null ? null : time, negotiated);
  }

  private static NegotiatedTls as(
      Protection protection, @Nullable String group, boolean helloRetryRequest) {
    Suite suite = protection.suite();
    if (suite == null) {
      throw new IllegalArgumentException("plain text negotiates nothing");
    }
    return new NegotiatedTls(
        TlsProvider.JDK,
        suite.protocol(),
        suite.cipherSuite(),
        group,
        protection.resumption(),
        helloRetryRequest,
        new NegotiatedTls.Peer("CN=server", "CN=authority", Instant.EPOCH));
  }
}
