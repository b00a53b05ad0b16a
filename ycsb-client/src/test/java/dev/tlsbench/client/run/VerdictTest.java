package dev.tlsbench.client.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.FailureLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final TlsSettings PLAIN = TlsSettings.builder().enabled(false).build();

  @Test
  void hasNothingAgainstARunInWhichAllWentWell() {
    assertThat(judge(10, Map.of(), PLAIN)).isEmpty();
    assertThat(judge(10, Map.of(), tls("TLSv1.3"), "TLSv1.3")).isEmpty();
  }

  @Test
  void countsFailedOperationsByKind() {
    assertThat(judge(10, Map.of("READ ERROR", 3L), PLAIN))
        .containsExactly("3 operations failed: READ ERROR 3; do not use this result");
    assertThat(judge(10, Map.of("INSERT ERROR", 1L), PLAIN))
        .containsExactly("1 operation failed: INSERT ERROR 1; do not use this result");
  }

  @Test
  void namesTheCauseThatWasSeenAndNoOther() {
    assertThat(judge(new FailureLog.Cause("Table 'x' doesn't exist", 2)))
        .containsExactly(
            "2 operations failed: INSERT ERROR 2; first error, seen 2 times: Table 'x' doesn't"
                + " exist; do not use this result");
    assertThat(judge(new FailureLog.Cause("Duplicate entry 'user1'", 1)))
        .singleElement()
        .asString()
        .contains("first error, seen once: Duplicate entry 'user1'; do not use this result");
  }

  private static List<String> judge(FailureLog.Cause first) {
    return Verdict.problems(
        totals(10),
        Map.of("INSERT ERROR", 2L),
        Optional.of(first),
        Optional.empty(),
        PLAIN,
        new TlsLedger());
  }

  @Test
  void doesNotTakeARunWithoutOperationsForADoneOne() {
    assertThat(judge(0, Map.of(), PLAIN)).singleElement().asString().contains("no operation");
  }

  @Test
  void takesOperationsWithoutAnAnswerForFailedOnes() {
    assertThat(judge(5, Map.of("INSERT NO_ANSWER", 2L), PLAIN))
        .singleElement()
        .asString()
        .contains("2 operations failed: INSERT NO_ANSWER 2", "is not known", "do not use");
  }

  @Test
  void saysWhatBrokeTheRunOff() {
    assertThat(
            Verdict.problems(
                totals(5),
                Map.of(),
                Optional.empty(),
                Optional.of(new IllegalStateException("why")),
                PLAIN,
                new TlsLedger()))
        .singleElement()
        .asString()
        .contains("broke off", "why");
  }

  @Test
  void doesNotTakeAnotherProtocolForTheOneThatWasAskedFor() {
    assertThat(judge(10, Map.of(), tls("TLSv1.3"), "TLSv1.2"))
        .singleElement()
        .asString()
        .contains("asked for protocol TLSv1.3, got TLSv1.2");
  }

  @Test
  void doesNotTakePlainTextForTls() {
    assertThat(judge(10, Map.of(), tls("TLSv1.3")))
        .singleElement()
        .asString()
        .contains("no handshake was seen");
  }

  private static List<String> judge(
      long operations, Map<String, Long> failures, TlsSettings asked, String... got) {
    TlsLedger ledger = new TlsLedger();
    for (String protocol : got) {
      ledger.record(
          new TlsConnection(
              "db",
              1,
              Duration.ofMillis(1),
              Duration.ofMillis(2),
              new NegotiatedTls(
                  TlsProvider.JDK,
                  protocol,
                  "TLS_AES_128_GCM_SHA256",
                  "x25519",
                  false,
                  false,
                  new NegotiatedTls.Peer("CN=db", "CN=ca", Instant.EPOCH)),
              null));
    }
    return Verdict.problems(
        totals(operations), failures, Optional.empty(), Optional.empty(), asked, ledger);
  }

  private static RunTotals totals(long operations) {
    return new RunTotals(operations, 0, 1, null);
  }

  private static TlsSettings tls(String protocol) {
    return TlsSettings.builder().enabled(true).protocols(List.of(protocol)).build();
  }
}
