package dev.tlsbench.core.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.core.ConnectFailedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TlsLedgerTest {
  private static final Duration TCP = Duration.ofMillis(1);
  private static final Duration FULL = Duration.ofMillis(20);
  private static final Duration RESUMED = Duration.ofMillis(3);

  private final TlsLedger ledger = new TlsLedger();

  @Test
  void startsEmpty() {
    assertThat(ledger.fullHandshakes()).isZero();
    assertThat(ledger.resumedHandshakes()).isZero();
    assertThat(ledger.handshakes()).isEmpty();
    assertThat(ledger.lastFailure()).isEmpty();
    assertThat(ledger.tcpConnectNanos().getTotalCount()).isZero();
    assertThat(ledger.differences(asked())).isEmpty();
  }

  @Test
  void countsFullAndResumedHandshakesApart() {
    ledger.record(full());
    ledger.record(resumed());
    ledger.record(resumed());

    assertThat(ledger.fullHandshakes()).isEqualTo(1);
    assertThat(ledger.resumedHandshakes()).isEqualTo(2);
    assertThat(ledger.handshakes())
        .containsExactly(
            entry(negotiated("x25519", false), 1L), entry(negotiated("x25519", true), 2L));
  }

  @Test
  void keepsTimesInNanosecondsToThreeDigits() {
    ledger.record(full());
    ledger.record(resumed());

    assertThat(ledger.tcpConnectNanos().getTotalCount()).isEqualTo(2);
    assertThat(ledger.tcpConnectNanos().getMean()).isCloseTo(1e6, within(1e3));
    assertThat(ledger.fullHandshakeNanos().getMean()).isCloseTo(20e6, within(20e3));
    assertThat(ledger.resumedHandshakeNanos().getMean()).isCloseTo(3e6, within(3e3));
  }

  @Test
  void keepsTimesOutOfRangeAtItsEdge() {
    ledger.record(
        new TlsConnection("db", 1, Duration.ofHours(2), FULL, negotiated("x25519", false), null));
    ledger.record(
        new TlsConnection("db", 1, Duration.ofNanos(-1), FULL, negotiated("x25519", false), null));

    assertThat(ledger.tcpConnectNanos().getTotalCount()).isEqualTo(2);
    double hour = Duration.ofHours(1).toSeconds() * 1e9;
    assertThat((double) ledger.tcpConnectNanos().getMaxValue()).isCloseTo(hour, within(hour / 1e3));
    assertThat(ledger.tcpConnectNanos().getMinValue()).isZero();
  }

  @Test
  void countsPlainConnectionAsTcpConnectAlone() {
    ledger.record(new TlsConnection("db", 1, TCP, null, null, null));

    assertThat(ledger.tcpConnectNanos().getTotalCount()).isEqualTo(1);
    assertThat(ledger.handshakes()).isEmpty();
    assertThat(ledger.fullHandshakes()).isZero();
  }

  @Test
  void givesCopiesThatDoNotChange() {
    ledger.record(full());
    var handshakes = ledger.handshakes();
    var times = ledger.fullHandshakeNanos();
    ledger.record(full());

    assertThat(handshakes).containsExactly(entry(negotiated("x25519", false), 1L));
    assertThat(times.getTotalCount()).isEqualTo(1);
  }

  @Test
  void handsConnectionsToListeners() {
    List<TlsConnection> heard = new ArrayList<>();
    ledger.record(full());
    ledger.onConnection(heard::add);
    ledger.record(resumed());

    assertThat(heard).containsExactly(resumed());
  }

  @Test
  void letsListenersAskTheLedger() {
    List<Long> counts = new ArrayList<>();
    ledger.onConnection(connection -> counts.add(ledger.fullHandshakes()));
    ledger.record(full());

    assertThat(counts).containsExactly(1L);
  }

  @Test
  void keepsLatestFailure() {
    ConnectFailedException second = new ConnectFailedException("db:1: second");
    ledger.recordFailure(new ConnectFailedException("db:1: first"));
    ledger.recordFailure(second);

    assertThat(ledger.lastFailure()).containsSame(second);
  }

  @Test
  void countsEveryConnectionOfManyThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<?>> all = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      all.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 1_000; i++) {
                  ledger.record(i % 4 == 0 ? full() : resumed());
                  assertThat(ledger.fullHandshakes()).isPositive();
                }
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    threads.shutdown();

    assertThat(ledger.fullHandshakes()).isEqualTo(2_000);
    assertThat(ledger.resumedHandshakes()).isEqualTo(6_000);
    assertThat(ledger.handshakes().values()).containsExactlyInAnyOrder(2_000L, 6_000L);
    assertThat(ledger.tcpConnectNanos().getTotalCount()).isEqualTo(8_000);
  }

  @Test
  void findsNoDifferenceWhereAllIsAsAskedFor() {
    ledger.record(full());
    ledger.record(resumed());

    assertThat(ledger.differences(asked())).isEmpty();
    assertThat(ledger.differences(TlsSettings.builder().enabled(true).build())).isEmpty();
  }

  @Test
  void findsOtherProtocolAndSuite() {
    ledger.record(full());
    ledger.record(full());

    assertThat(
            ledger.differences(
                TlsSettings.builder()
                    .cipherSuites(List.of("AES128-SHA", "AES256-SHA"))
                    .provider(TlsProvider.CONSCRYPT)
                    .build()))
        .containsExactly(
            "asked for protocol TLSv1.2, got TLSv1.3",
            "asked for cipher suite TLS_RSA_WITH_AES_128_CBC_SHA or TLS_RSA_WITH_AES_256_CBC_SHA,"
                + " got TLS_AES_128_GCM_SHA256",
            "asked for provider conscrypt, got jdk");
  }

  /** The suites of TLS 1.3 are the provider's, and those of TLS 1.2 are held against the list. */
  @Test
  void findsOtherSuiteOnlyUnderProtocolThatIsLimited() {
    TlsSettings tls12 = TlsSettings.builder().tls12CipherSuites(List.of("AES128-SHA")).build();
    TlsSettings tls13 =
        TlsSettings.builder().tls13CipherSuites(List.of("TLS_AES_256_GCM_SHA384")).build();

    assertThat(suiteDifferences(tls12, "TLSv1.3", "TLS_AES_128_GCM_SHA256")).isEmpty();
    assertThat(suiteDifferences(tls12, "TLSv1.2", "TLS_RSA_WITH_AES_128_CBC_SHA")).isEmpty();
    assertThat(suiteDifferences(tls12, "TLSv1.2", "TLS_RSA_WITH_AES_256_CBC_SHA"))
        .containsExactly(
            "asked for cipher suite TLS_RSA_WITH_AES_128_CBC_SHA, got"
                + " TLS_RSA_WITH_AES_256_CBC_SHA");
    assertThat(suiteDifferences(tls13, "TLSv1.2", "TLS_RSA_WITH_AES_256_CBC_SHA")).isEmpty();
    assertThat(suiteDifferences(tls13, "TLSv1.3", "TLS_AES_256_GCM_SHA384")).isEmpty();
    assertThat(suiteDifferences(tls13, "TLSv1.3", "TLS_AES_128_GCM_SHA256"))
        .containsExactly(
            "asked for cipher suite TLS_AES_256_GCM_SHA384, got TLS_AES_128_GCM_SHA256");
  }

  private static List<String> suiteDifferences(TlsSettings asked, String protocol, String suite) {
    TlsLedger ledger = new TlsLedger();
    ledger.record(connection(negotiated(protocol, suite, "x25519", false)));
    return ledger.differences(asked);
  }

  @Test
  void findsOtherGroup() {
    ledger.record(connection(negotiated("secp256r1", false)));

    assertThat(ledger.differences(asked()))
        .containsExactly("asked for group x25519, got secp256r1");
  }

  @Test
  void findsKeyTransportInThePlaceOfGroup() {
    ledger.record(connection(negotiated(null, false)));

    assertThat(ledger.differences(asked()))
        .containsExactly("asked for group x25519, got RSA key transport, which has none");
  }

  /** Under TLS 1.2 a session is resumed without a key exchange. */
  @Test
  void doesNotMissGroupOfResumedSession() {
    ledger.record(connection(negotiated(null, true)));

    assertThat(ledger.differences(asked())).isEmpty();
  }

  @Test
  void findsResumptionThatWasNotWanted() {
    ledger.record(full());
    ledger.record(resumed());

    assertThat(ledger.differences(options().resumption(false).build()))
        .containsExactly("asked for full handshakes only, but a session was resumed");
  }

  @Test
  void saysWhatWasNegotiatedInFewWords() {
    assertThat(negotiated("x25519", false).summary())
        .isEqualTo("TLSv1.3 TLS_AES_128_GCM_SHA256 x25519");
    assertThat(negotiated(null, false).summary()).isEqualTo("TLSv1.3 TLS_AES_128_GCM_SHA256");
  }

  @Test
  void doesNotLetItsMapBeChanged() {
    ledger.record(full());
    ledger.handshakes().clear();

    assertThat(ledger.handshakes()).hasSize(1);
    assertThatThrownBy(() -> ledger.differences(asked()).add("more"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static TlsSettings asked() {
    return options().build();
  }

  private static TlsSettings.Builder options() {
    return TlsSettings.builder()
        .protocols(List.of("TLSv1.3"))
        .cipherSuites(List.of("TLS_AES_128_GCM_SHA256"))
        .namedGroups(List.of("x25519"));
  }

  private static TlsConnection full() {
    return connection(negotiated("x25519", false));
  }

  private static TlsConnection resumed() {
    return connection(negotiated("x25519", true));
  }

  private static TlsConnection connection(NegotiatedTls negotiated) {
    return new TlsConnection("db", 1, TCP, negotiated.resumed() ? RESUMED : FULL, negotiated, null);
  }

  private static NegotiatedTls negotiated(@Nullable String group, boolean resumed) {
    return negotiated("TLSv1.3", "TLS_AES_128_GCM_SHA256", group, resumed);
  }

  private static NegotiatedTls negotiated(
      String protocol, String suite, @Nullable String group, boolean resumed) {
    return new NegotiatedTls(
        TlsProvider.JDK,
        protocol,
        suite,
        group,
        resumed,
        false,
        new NegotiatedTls.Peer("CN=db", "CN=ca", Instant.EPOCH));
  }
}
