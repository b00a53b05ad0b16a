package dev.tlsbench.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsNamesTest {

  /** As {@code openssl ciphers -stdname 'ALL:COMPLEMENTOFALL'} shows them. */
  @ParameterizedTest
  @CsvSource({
    "TLS_AES_128_GCM_SHA256, TLS_AES_128_GCM_SHA256",
    "TLS_CHACHA20_POLY1305_SHA256, TLS_CHACHA20_POLY1305_SHA256",
    "TLS_AES_128_CCM_SHA256, TLS_AES_128_CCM_SHA256",
    "TLS_AES_128_CCM_8_SHA256, TLS_AES_128_CCM_8_SHA256",
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, ECDHE-RSA-AES128-GCM-SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, ECDHE-ECDSA-AES256-GCM-SHA384",
    "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384, ECDHE-RSA-AES256-SHA384",
    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, ECDHE-RSA-AES128-SHA",
    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, ECDHE-RSA-CHACHA20-POLY1305",
    "TLS_ECDHE_ECDSA_WITH_AES_128_CCM, ECDHE-ECDSA-AES128-CCM",
    "TLS_ECDHE_ECDSA_WITH_AES_256_CCM_8, ECDHE-ECDSA-AES256-CCM8",
    "TLS_ECDHE_ECDSA_WITH_ARIA_128_GCM_SHA256, ECDHE-ECDSA-ARIA128-GCM-SHA256",
    "TLS_ECDHE_RSA_WITH_ARIA_256_GCM_SHA384, ECDHE-ARIA256-GCM-SHA384",
    "TLS_ECDHE_RSA_WITH_CAMELLIA_128_CBC_SHA256, ECDHE-RSA-CAMELLIA128-SHA256",
    "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384, DHE-RSA-AES256-GCM-SHA384",
    "TLS_DHE_RSA_WITH_AES_128_CBC_SHA256, DHE-RSA-AES128-SHA256",
    "TLS_DHE_RSA_WITH_AES_128_CCM_8, DHE-RSA-AES128-CCM8",
    "TLS_DHE_DSS_WITH_AES_128_CBC_SHA, DHE-DSS-AES128-SHA",
    "TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA, DHE-RSA-DES-CBC3-SHA",
    "TLS_RSA_WITH_AES_128_GCM_SHA256, AES128-GCM-SHA256",
    "TLS_RSA_WITH_AES_256_CBC_SHA, AES256-SHA",
    "TLS_RSA_WITH_AES_256_CCM_8, AES256-CCM8",
    "TLS_RSA_WITH_3DES_EDE_CBC_SHA, DES-CBC3-SHA",
    "TLS_RSA_WITH_RC4_128_MD5, RC4-MD5",
    "TLS_RSA_WITH_NULL_SHA256, NULL-SHA256",
    "TLS_DH_anon_WITH_AES_128_GCM_SHA256, ADH-AES128-GCM-SHA256",
    "TLS_ECDH_anon_WITH_AES_256_CBC_SHA, AECDH-AES256-SHA",
  })
  void knowsSuiteInBothSpellings(String iana, String openSsl) {
    assertThat(cipherSuites(List.of(openSsl))).containsExactly(iana);
    assertThat(cipherSuites(List.of(iana))).containsExactly(iana);
    assertThat(TlsNames.openSsl(iana)).isEqualTo(openSsl);
  }

  @Test
  void knowsSuiteInLowerCaseAndBetweenSpaces() {
    assertThat(cipherSuites(List.of(" ecdhe-rsa-aes128-gcm-sha256 ")))
        .containsExactly("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
  }

  @Test
  void keepsOrderOfPreferenceAndNamesEachSuiteOnce() {
    assertThat(
            cipherSuites(
                List.of(
                    "TLS_CHACHA20_POLY1305_SHA256",
                    "AES128-SHA",
                    "TLS_AES_128_GCM_SHA256",
                    "TLS_RSA_WITH_AES_128_CBC_SHA")))
        .containsExactly(
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_RSA_WITH_AES_128_CBC_SHA",
            "TLS_AES_128_GCM_SHA256");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_AES_128_GCM_SHA265",
        "TLS_FALLBACK_SCSV",
        "HIGH",
        "!AES128-SHA",
        "-ECDHE-RSA-AES128-SHA",
        "ECDHE+AESGCM",
        "@STRENGTH",
        "PROFILE=SYSTEM",
      })
  void refusesUnknownSuitesAndCipherStrings(String name) {
    assertThatThrownBy(() -> cipherSuites(List.of("AES128-SHA", name)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "tls.cipherSuites: unknown cipher suite '%s'; list suites by name, such as"
                + " TLS_AES_128_GCM_SHA256 or ECDHE-RSA-AES128-GCM-SHA256",
            name);
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.3, TLSv1.3",
    "tlsv1.3, TLSv1.3",
    "TLS1.3, TLSv1.3",
    "TLS 1.2, TLSv1.2",
    "1.2, TLSv1.2",
    "TLSv1.1, TLSv1.1",
    "TLSv1, TLSv1",
    "TLSv1.0, TLSv1",
    "TLS1, TLSv1",
  })
  void knowsProtocolInUsualSpellings(String name, String jdk) {
    assertThat(TlsNames.protocols(List.of(name))).containsExactly(jdk);
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.4, TLSv1.1",
    "SSLv3, TLSv1",
    "TLS_1.3, TLSv1.3",
    "TLSv1.33, TLSv1.3",
    "'', TLSv1"
  })
  void refusesUnknownProtocolAndNamesNearest(String name, String nearest) {
    assertThatThrownBy(() -> TlsNames.protocols(List.of(name)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("tls.protocols: there is no protocol '%s'; did you mean %s?", name, nearest);
  }

  @ParameterizedTest
  @CsvSource({
    "x25519, x25519",
    "X25519, x25519",
    "secp256r1, secp256r1",
    "P-256, secp256r1",
    "prime256v1, secp256r1",
    "p-384, secp384r1",
    "P-521, secp521r1",
    "ffdhe2048, ffdhe2048",
    "x25519mlkem768, X25519MLKEM768",
    "X25519MLKEM768, X25519MLKEM768",
    "SecP256r1MLKEM768, SecP256r1MLKEM768",
  })
  void knowsGroupInUsualSpellings(String name, String iana) {
    assertThat(TlsNames.namedGroups(List.of(name))).containsExactly(iana);
    assertThat(TlsNames.namedGroup(TlsNames.namedGroupCode(iana))).isEqualTo(iana);
  }

  @Test
  void listsWhatIsRegisteredByNumber() {
    assertThat(TlsNames.allCipherSuites())
        .allSatisfy(
            suite ->
                assertThat(TlsNames.cipherSuite(TlsNames.cipherSuiteCode(suite))).isEqualTo(suite))
        .containsSubsequence("TLS_RSA_WITH_RC4_128_SHA", "TLS_AES_128_GCM_SHA256");
    assertThat(TlsNames.allNamedGroups())
        .containsSubsequence("secp256r1", "x25519", "ffdhe2048", "X25519MLKEM768");
  }

  @ParameterizedTest
  @CsvSource({"x25591, x25519", "secp256k2, secp256k1", "X25519Kyber768, X25519MLKEM768"})
  void refusesUnknownGroupAndNamesNearest(String name, String nearest) {
    assertThatThrownBy(() -> TlsNames.namedGroups(List.of(name)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("tls.namedGroups: there is no group '%s'; did you mean %s?", name, nearest);
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_128_GCM_SHA256, false, false, true",
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, false, true, false",
    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, false, true, false",
    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256, false, true, false",
    "TLS_RSA_WITH_AES_128_CCM, false, true, false",
    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, true, true, false",
    "TLS_RSA_WITH_RC4_128_MD5, true, true, false",
  })
  void knowsWhichSuitesBelongToWhichProtocol(
      String suite, boolean tls11, boolean tls12, boolean tls13) {
    assertThat(TlsNames.fits(suite, "TLSv1")).isEqualTo(tls11);
    assertThat(TlsNames.fits(suite, "TLSv1.1")).isEqualTo(tls11);
    assertThat(TlsNames.fits(suite, "TLSv1.2")).isEqualTo(tls12);
    assertThat(TlsNames.fits(suite, "TLSv1.3")).isEqualTo(tls13);
  }

  @ParameterizedTest
  @CsvSource({
    "x25519, true, true",
    "secp256r1, true, true",
    "ffdhe2048, true, true",
    "X25519MLKEM768, false, true",
    "brainpoolP256r1tls13, false, true",
    "brainpoolP256r1, true, false",
    "secp256k1, true, false",
  })
  void knowsWhichGroupsCanBeUsedWithWhichProtocol(String group, boolean tls12, boolean tls13) {
    assertThat(TlsNames.groupFits(group, "TLSv1.2")).isEqualTo(tls12);
    assertThat(TlsNames.groupFits(group, "TLSv1.3")).isEqualTo(tls13);
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_128_GCM_SHA256, true",
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, true",
    "TLS_RSA_WITH_RC4_128_SHA, true",
    "TLS_SHA256_SHA256, false",
    "TLS_RSA_WITH_NULL_SHA256, false",
    "TLS_RSA_EXPORT_WITH_RC4_40_MD5, false",
    "TLS_DH_anon_WITH_AES_128_GCM_SHA256, false",
    "TLS_PSK_WITH_AES_128_GCM_SHA256, false",
    "TLS_ECDHE_PSK_WITH_AES_128_CBC_SHA, false",
    "TLS_FALLBACK_SCSV, false",
  })
  void knowsWhichSuitesProtectConnection(String suite, boolean protects) {
    assertThat(TlsNames.protects(suite)).isEqualTo(protects);
  }

  @Test
  void showsNumberThatHasNoName() {
    assertThat(TlsNames.cipherSuite(0xFE01)).isEqualTo("0xFE01");
    assertThat(TlsNames.namedGroup(0x0AAA)).isEqualTo("0x0AAA");
  }

  private static List<String> cipherSuites(List<String> names) {
    return TlsNames.cipherSuites("tls.cipherSuites", names);
  }
}
