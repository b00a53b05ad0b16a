package dev.tlsbench.ycsb.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TlsSectionTest {
  private final TlsLedger ledger = new TlsLedger();

  @Test
  void saysOneLineForPlainText() {
    assertThat(TlsSection.lines(TlsSettings.builder().enabled(false).build(), ledger))
        .containsExactly("[TLS], Enabled, false");
  }

  @Test
  void saysEachFactOnce() {
    connect("TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", false);
    connect("TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", true);
    connect("TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", true);

    assertThat(TlsSection.lines(TlsSettings.builder().enabled(true).build(), ledger))
        .containsExactly(
            "[TLS], Enabled, true",
            "[TLS], Provider, jdk",
            "[TLS], Protocol, TLSv1.3",
            "[TLS], CipherSuite, TLS_AES_128_GCM_SHA256",
            "[TLS], NamedGroup, x25519",
            "[TLS], HandshakesFull, 1",
            "[TLS], HandshakesResumed, 2",
            "[TLS], HelloRetryRequests, 0",
            "[TLS], PeerSubject, CN=db",
            "[TLS], PeerIssuer, CN=ca",
            "[TLS], PeerNotAfter, 2030-01-01T00:00:00Z");
  }

  @Test
  void saysHowManyConnectionsEndedInWhichOutcomeWhereTheyDiffer() {
    connect("TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", false);
    connect("TLSv1.2", "TLS_RSA_WITH_AES_128_GCM_SHA256", null, false);
    connect("TLSv1.2", "TLS_RSA_WITH_AES_128_GCM_SHA256", null, true);

    assertThat(TlsSection.lines(TlsSettings.builder().enabled(true).build(), ledger))
        .contains(
            "[TLS], Protocol, TLSv1.3",
            "[TLS], Protocol, TLSv1.2",
            "[TLS], Outcome, 1 x TLSv1.3 TLS_AES_128_GCM_SHA256 x25519",
            "[TLS], Outcome, 2 x TLSv1.2 TLS_RSA_WITH_AES_128_GCM_SHA256",
            "[TLS], HandshakesFull, 2");
  }

  private void connect(String protocol, String suite, @Nullable String group, boolean resumed) {
    ledger.record(
        new TlsConnection(
            "db",
            1,
            Duration.ofMillis(1),
            Duration.ofMillis(2),
            new NegotiatedTls(
                TlsProvider.JDK,
                protocol,
                suite,
                group,
                resumed,
                false,
                new NegotiatedTls.Peer("CN=db", "CN=ca", Instant.parse("2030-01-01T00:00:00Z"))),
            null));
  }
}
