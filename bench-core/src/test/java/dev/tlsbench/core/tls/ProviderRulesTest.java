package dev.tlsbench.core.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A feature that a provider lacks is refused when a context is opened, by name. */
class ProviderRulesTest {

  @ParameterizedTest
  @EnumSource
  void acceptsDefaults(TlsProvider provider) {
    assertAccepted(TlsSettings.builder().provider(provider));
    assertAccepted(TlsSettings.builder().provider(provider).resumption(true));
    assertAccepted(TlsSettings.builder().provider(provider).resumption(false));
  }

  @ParameterizedTest
  @CsvSource({
    "JDK, TLS_RSA_WITH_NULL_SHA",
    "JDK, TLS_ECDHE_ECDSA_WITH_AES_128_CCM",
    "JDK, TLS_AES_128_CCM_SHA256",
    "BOUNCY_CASTLE, TLS_RSA_WITH_RC4_128_SHA",
    "CONSCRYPT, TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
    "CONSCRYPT, TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
    "CONSCRYPT, TLS_RSA_WITH_3DES_EDE_CBC_SHA",
    "OPENSSL, TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
    "OPENSSL, TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
  })
  void refusesSuiteThatProviderLacks(TlsProvider provider, String suite) {
    assertRefused(
        TlsSettings.builder()
            .provider(provider)
            .cipherSuites(List.of("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", suite)),
        "tls.cipherSuites: provider " + provider.id() + " on Java ",
        "does not offer cipher suite " + suite + "; it offers TLS_");
  }

  @ParameterizedTest
  @CsvSource({
    "JDK, TLS_RSA_WITH_3DES_EDE_CBC_SHA",
    "JDK, TLS_ECDHE_ECDSA_WITH_RC4_128_SHA",
    "BOUNCY_CASTLE, TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
  })
  void saysHowToHaveASuiteThatOnlyThePolicyForbids(TlsProvider provider, String suite) {
    assertRefused(
        TlsSettings.builder().provider(provider).cipherSuites(List.of(suite)),
        "tls.cipherSuites: provider " + provider.id() + " on Java ",
        "does not offer cipher suite " + suite + "; it offers TLS_",
        "this JVM's jdk.tls settings",
        "--legacy-tls");
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK", "BOUNCY_CASTLE"})
  void saysHowToHaveAProtocolThatOnlyThePolicyForbids(TlsProvider provider) {
    assertRefused(
        TlsSettings.builder().provider(provider).protocols(List.of("TLSv1.1")),
        "tls.protocols: provider " + provider.id() + " on Java ",
        "does not offer protocol TLSv1.1; it offers TLSv1.2, TLSv1.3; this JVM's jdk.tls settings",
        "--legacy-tls");
  }

  @ParameterizedTest
  @CsvSource({
    "JDK, secp256k1",
    "BOUNCY_CASTLE, MLKEM768",
    "CONSCRYPT, x448",
    "CONSCRYPT, ffdhe2048",
    "OPENSSL, x448",
    "OPENSSL, SecP256r1MLKEM768",
  })
  void refusesGroupThatProviderLacks(TlsProvider provider, String group) {
    assertRefused(
        TlsSettings.builder().provider(provider).namedGroups(List.of("x25519", group)),
        "tls.namedGroups: provider " + provider.id() + " on Java ",
        "does not offer group " + group + "; it offers ");
  }

  /** JDK 17 would skip it in silence, and a "post-quantum" run on it would be classical. */
  @Test
  void refusesHybridGroupWhereTheJdkLacksIt() {
    TlsSettings.Builder settings =
        TlsSettings.builder().provider(TlsProvider.JDK).namedGroups(List.of("X25519MLKEM768"));

    if (Runtime.version().feature() >= 27) {
      assertAccepted(settings);
    } else {
      assertRefused(
          settings,
          "tls.namedGroups: provider jdk on Java " + Runtime.version().feature(),
          "does not offer group X25519MLKEM768");
    }
  }

  @Test
  void takesGroupsWhereTheJdkCanBeTold() {
    TlsSettings.Builder settings =
        TlsSettings.builder().provider(TlsProvider.JDK).namedGroups(List.of("x25519", "secp256r1"));

    if (Runtime.version().feature() >= 20) {
      assertAccepted(settings);
    } else {
      assertRefused(
          settings,
          "for the whole JVM only",
          "start it with -Djdk.tls.namedGroups=x25519,secp256r1",
          "use Java 20 or later, or choose another provider");
    }
  }

  @Test
  void refusesResumptionThatProviderLacks() {
    TlsSettings.Builder settings =
        TlsSettings.builder().provider(TlsProvider.BOUNCY_CASTLE).protocols(List.of("TLSv1.3"));

    assertRefused(
        settings.resumption(true),
        "tls.resumption=true: provider bouncycastle does not resume sessions of TLSv1.3",
        "choose another provider or protocol, or leave the property out");
    assertAccepted(settings.resumption(false));
    assertAccepted(settings.resumption(true).protocols(List.of("TLSv1.2")));
    assertAccepted(settings.protocols(List.of("TLSv1.3", "TLSv1.2")));
  }

  @ParameterizedTest
  @EnumSource
  void refusesStapledResponsesWhereProviderKeepsThemBack(TlsProvider provider) {
    TlsSettings.Builder settings =
        TlsSettings.builder().provider(provider).revocationCheck(RevocationCheck.STAPLED);

    if (provider == TlsProvider.JDK) {
      assertAccepted(settings);
    } else {
      assertRefused(
          settings,
          "tls.disableOCSPEndpointCheck: provider " + provider.id(),
          "choose provider jdk or tls.disableCertificateRevocationCheck=true");
    }
    assertAccepted(settings.revocationCheck(RevocationCheck.OCSP));
  }

  @Test
  void refusesToOpenContextForPlainText() {
    assertThatThrownBy(() -> TlsContext.open(TlsSettings.builder().build(), new TlsLedger()))
        .isInstanceOf(IllegalArgumentException.class)
        .isNotInstanceOf(InvalidSettingException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "jdk, JDK",
    "JDK, JDK",
    "bouncycastle, BOUNCY_CASTLE",
    "bouncy-castle, BOUNCY_CASTLE",
    "BOUNCY_CASTLE, BOUNCY_CASTLE",
    "Conscrypt, CONSCRYPT",
    "OpenSSL, OPENSSL",
  })
  void findsProviderByItsName(String name, TlsProvider provider) {
    assertThat(TlsProvider.of(name)).isEqualTo(provider);
    assertThat(TlsProvider.of(provider.id())).isEqualTo(provider);
  }

  private static void assertAccepted(TlsSettings.Builder settings) {
    assertThatCode(() -> TlsContext.open(settings.build(), new TlsLedger()).close())
        .doesNotThrowAnyException();
  }

  private static void assertRefused(TlsSettings.Builder settings, String... message) {
    assertThatThrownBy(() -> TlsContext.open(settings.build(), new TlsLedger()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContainingAll(message)
        .hasMessageNotContaining("\n");
  }
}
