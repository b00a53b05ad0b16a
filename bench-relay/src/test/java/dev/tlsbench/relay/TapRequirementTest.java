package dev.tlsbench.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.relay.TapRequirement.Finding;
import dev.tlsbench.relay.TapRequirement.Outcome;
import dev.tlsbench.relay.TappedConnection.Beginning;
import dev.tlsbench.relay.TappedConnection.Kind;
import dev.tlsbench.relay.TappedConnection.Times;
import dev.tlsbench.relay.TappedConnection.Transfer;
import dev.tlsbench.relay.witness.WitnessedTls;
import dev.tlsbench.relay.witness.WitnessedTls.Choice;
import dev.tlsbench.relay.witness.WitnessedTls.Handshake;
import dev.tlsbench.relay.witness.WitnessedTls.Traffic;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TapRequirementTest {
  private static TappedConnection tls(
      long number, String client, boolean completed, boolean resumed) {
    return tls(number, client, completed, resumed, "x25519");
  }

  private static TappedConnection tls(
      long number, String client, boolean completed, boolean resumed, @Nullable String group) {
    Traffic traffic = new Traffic(0, 0, 0, 0, 0);
    Choice choice = new Choice("TLSv1.2", "TLS_AES_128_GCM_SHA256", group, false, resumed);
    return connection(
        number,
        client,
        Kind.TLS,
        new WitnessedTls(
            null, choice, new Handshake(completed, false, null), List.of(), traffic, traffic));
  }

  private static TappedConnection plain(long number) {
    return connection(number, "10.0.0.1", Kind.PLAIN, null);
  }

  private static TappedConnection connection(
      long number, String client, Kind kind, @Nullable WitnessedTls tls) {
    return new TappedConnection(
        number,
        new InetSocketAddress(client, 1),
        null,
        new Beginning(kind, null, null, false),
        tls,
        null,
        new Times(Instant.EPOCH, null, Duration.ZERO, true),
        new Transfer(0, 0, 0));
  }

  private static Finding check(String requirement, TappedConnection... connections) {
    return TapRequirement.parse(requirement).check(List.of(connections));
  }

  /** The first connection of a pool ends last. */
  @Test
  void leavesOutTheFirstHandshakeOfEachClientInAnyOrder() {
    Finding finding =
        check(
            "resumed>=100%",
            tls(3, "10.0.0.1", true, true),
            tls(2, "10.0.0.1", true, true),
            tls(4, "10.0.0.2", true, false),
            tls(1, "10.0.0.1", true, false));

    assertThat(finding)
        .isEqualTo(new Finding("resumed>=100%", Outcome.HOLDS, 2, 2, 0, null, List.of()));
  }

  @Test
  void namesTheConnectionsThatBreakIt() {
    TappedConnection fifth = tls(5, "10.0.0.1", true, false);
    TappedConnection ninth = tls(9, "10.0.0.1", true, false);
    Finding finding =
        check(
            "resumed>=50%",
            ninth, tls(1, "10.0.0.1", true, false), fifth, tls(7, "10.0.0.1", true, true));

    assertThat(finding)
        .isEqualTo(
            new Finding("resumed>=50%", Outcome.BROKEN, 3, 1, 0, null, List.of(fifth, ninth)));
  }

  @Test
  void judgesCompletedHandshakesOnly() {
    assertThat(check("protocol>=TLSv1.3", tls(1, "10.0.0.1", false, false)).outcome())
        .isEqualTo(Outcome.UNDECIDED);
    assertThat(check("protocol>=TLSv1.3", plain(1)).outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(check("plain=0", plain(1), tls(2, "10.0.0.1", true, false)).brokenBy())
        .containsExactly(plain(1));
  }

  /** Such as that of PostgreSQL, which turns to TLS later, or does not. */
  @Test
  void doesNotCallUnknownProtocolsEncrypted() {
    TappedConnection other = connection(1, "10.0.0.1", Kind.OTHER, null);
    TappedConnection tls = tls(2, "10.0.0.1", true, false);

    assertThat(check("plain=0", other, tls))
        .isEqualTo(new Finding("plain=0", Outcome.UNDECIDED, 1, 1, 1, null, List.of()));
    assertThat(check("plain=0", other, plain(3)).outcome()).isEqualTo(Outcome.BROKEN);
    assertThat(check("protocol=TLSv1.2", other, tls).outcome()).isEqualTo(Outcome.HOLDS);
  }

  @ParameterizedTest
  @CsvSource({
    "protocol>=TLSv1.2, HOLDS",
    "protocol=TLSv1.3, BROKEN",
    "suite=TLS_AES_128_GCM_SHA256|TLS_AES_256_GCM_SHA384, HOLDS",
    "suite!=TLS_AES_128_GCM_SHA256, BROKEN",
    "group=X25519, HOLDS",
    "group!=secp256r1, HOLDS",
    "resumed>=0%, UNDECIDED",
  })
  void readsNamesAsTlsOptionsHaveThem(String requirement, Outcome outcome) {
    assertThat(check(requirement, tls(1, "10.0.0.1", true, false)).outcome()).isEqualTo(outcome);
  }

  /** As resumed sessions of TLS 1.2. */
  @Test
  void doesNotJudgeTheGroupOfAHandshakeWithoutOne() {
    for (String requirement : List.of("group=x25519", "group!=x25519")) {
      assertThat(check(requirement, tls(1, "10.0.0.1", true, true, null)).outcome())
          .isEqualTo(Outcome.UNDECIDED);
    }
  }

  @Test
  void takesSharesExactly() {
    TappedConnection[] connections = new TappedConnection[101];
    for (int i = 0; i < connections.length; i++) {
      connections[i] = tls(i + 1, "10.0.0.1", true, i > 0 && i <= 7);
    }

    assertThat(check("resumed>=7%", connections).outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(check("resumed>=7.1%", connections).outcome()).isEqualTo(Outcome.BROKEN);
  }

  @Test
  void limitsConnectionsASecond() {
    TapRequirement.Count count = TapRequirement.parse("connections<=2/s").count();
    for (int i = 1; i <= 5; i++) {
      count.add(plain(i));
    }

    assertThat(count.finding(Duration.ofSeconds(2)))
        .isEqualTo(new Finding("connections<=2/s", Outcome.BROKEN, 5, 5, 0, 2.5, List.of()));
    assertThat(count.finding(Duration.ofSeconds(3)).outcome()).isEqualTo(Outcome.HOLDS);
    assertThatThrownBy(() -> check("connections<=2/s", plain(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "resumed>=9",
        "resumed>=x=90%",
        "resumed>=101%",
        "protocol>=TLSv9",
        "protocol=TLSv9",
        "suite=NONE",
        "group=none",
        "plain=1",
        "speed<=1",
        "connections<=5",
        "x",
        ""
      })
  void rejectsEverythingElse(String text) {
    assertThatThrownBy(() -> TapRequirement.parse(text))
        .isInstanceOf(InvalidSettingException.class);
  }
}
