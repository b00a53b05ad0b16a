package dev.tlsbench.core.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.tlsbench.core.InvalidSettingException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TlsSettingsTest {
  private static final Path FILE = Path.of("file.pem");

  /** Options that are given together. */
  private interface Options extends UnaryOperator<TlsSettings.Builder> {}

  private static Arguments accepted(String name, Options options) {
    return argumentSet(name, options);
  }

  private static Arguments refused(String name, Options options, String... message) {
    return argumentSet(name, options, message);
  }

  @Test
  void startsFromDefaults() {
    TlsSettings settings = TlsSettings.builder().build();

    assertThat(settings.enabled()).isFalse();
    assertThat(settings.trust().caFile()).isEmpty();
    assertThat(settings.identity().certificateFile()).isEmpty();
    assertThat(settings.identity().keyFile()).isEmpty();
    assertThat(settings.trust().allowInvalidCertificates()).isFalse();
    assertThat(settings.trust().allowInvalidHostnames()).isFalse();
    assertThat(settings.trust().checksStapled()).isFalse();
    assertThat(settings.trust().asksResponder()).isFalse();
    assertThat(settings.trust().crlFiles()).isEmpty();
    assertThat(settings.offer().protocols()).containsExactly("TLSv1.3", "TLSv1.2");
    assertThat(settings.offer().cipherSuites()).isEmpty();
    assertThat(settings.offer().namedGroups()).isEmpty();
    assertThat(settings.provider()).isEqualTo(TlsProvider.JDK);
    assertThat(settings.offer().resumption()).isTrue();
    assertThat(settings.handshakeTimeout()).isEqualTo(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @MethodSource("optionsThatAskForTls")
  void isOnAsSoonAsAnOptionAsksForTls(Options options) {
    TlsSettings.Builder settings = options.apply(TlsSettings.builder());

    assertThat(settings.impliesTls()).isTrue();
    assertThat(settings.explicitlyEnabled()).isEmpty();
    assertThat(settings.build().enabled()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("optionsThatAskForTls")
  void refusesOptionsOfTlsThatIsSwitchedOff(Options options) {
    TlsSettings.Builder settings = options.apply(TlsSettings.builder()).enabled(false);

    assertRefused(settings, "tls.enabled", "switched off", "remove them or switch TLS on");
  }

  @ParameterizedTest
  @MethodSource("optionsThatAskForTls")
  void acceptsOptionsOfTlsThatIsSwitchedOn(Options options) {
    TlsSettings.Builder settings = options.apply(TlsSettings.builder()).enabled(true);

    assertThat(settings.explicitlyEnabled()).contains(true);
    assertThat(settings.build().enabled()).isTrue();
  }

  static Stream<Arguments> optionsThatAskForTls() {
    return Stream.of(
        accepted("CA file", to -> to.caFile(FILE)),
        accepted("CA file with password", to -> to.caFile(FILE).caFilePassword("secret")),
        accepted("certificate and key", to -> to.certificateKeyFile(FILE)),
        accepted("certificate with key in another file", TlsSettingsTest::twoFiles),
        accepted("key with password", to -> to.certificateKeyFile(FILE).keyPassword("secret")),
        accepted("any certificate", to -> to.allowInvalidCertificates(true)),
        accepted("any host name", to -> to.allowInvalidHostnames(true)),
        accepted("OCSP", to -> to.revocationCheck(RevocationCheck.OCSP)),
        accepted("stapled OCSP", to -> to.revocationCheck(RevocationCheck.STAPLED)),
        accepted("CRL", to -> to.crlFile(FILE)),
        accepted("protocols", to -> to.protocols(List.of("TLSv1.3"))),
        accepted("suites", to -> to.cipherSuites(List.of("TLS_AES_128_GCM_SHA256"))),
        accepted("TLS 1.2 suites", to -> to.tls12CipherSuites(List.of("AES128-SHA"))),
        accepted("TLS 1.3 suites", to -> to.tls13CipherSuites(List.of("TLS_AES_128_GCM_SHA256"))),
        accepted("groups", to -> to.namedGroups(List.of("x25519"))),
        accepted("provider, even the default", to -> to.provider(TlsProvider.JDK)),
        accepted("resumption", to -> to.resumption(true)),
        accepted("no resumption", to -> to.resumption(false)));
  }

  private static TlsSettings.Builder twoFiles(TlsSettings.Builder settings) {
    return settings.certificateFile(FILE).keyFile(Path.of("key.pem"));
  }

  @ParameterizedTest
  @MethodSource("optionsThatAskForNothing")
  void isOffAsLongAsNoOptionAsksForTls(Options options) {
    assertThat(options.apply(TlsSettings.builder()).build().enabled()).isFalse();
    assertThat(options.apply(TlsSettings.builder()).enabled(false).build().enabled()).isFalse();
  }

  static Stream<Arguments> optionsThatAskForNothing() {
    return Stream.of(
        accepted("nothing", to -> to),
        accepted("checks stay on", to -> to.allowInvalidCertificates(false)),
        accepted("names are checked", to -> to.allowInvalidHostnames(false)),
        accepted("no revocation check", to -> to.revocationCheck(RevocationCheck.NONE)),
        accepted("time-out", to -> to.handshakeTimeout(Duration.ofSeconds(1))));
  }

  @ParameterizedTest
  @MethodSource("contradictions")
  void refusesContradiction(Options options, String[] message) {
    assertRefused(options.apply(TlsSettings.builder()), message);
  }

  static Stream<Arguments> contradictions() {
    return Stream.of(
        refused("key without certificate", to -> to.keyFile(FILE), "file.pem", "certificate too"),
        refused(
            "password without key",
            to -> to.keyPassword("secret"),
            "tls.certificateKeyFilePassword",
            "name the file"),
        refused(
            "password without CA file",
            to -> to.caFilePassword("secret"),
            "tls.caFilePassword",
            "name the file"),
        refused(
            "any certificate, but not one that is revoked",
            to -> to.allowInvalidCertificates(true).crlFile(FILE),
            "tls.allowInvalidCertificates",
            "remove one of the two"),
        refused(
            "any certificate, but OCSP",
            to -> to.allowInvalidCertificates(true).revocationCheck(RevocationCheck.OCSP),
            "tls.allowInvalidCertificates",
            "remove one of the two"),
        refused(
            "any certificate, but stapled OCSP",
            to -> to.allowInvalidCertificates(true).revocationCheck(RevocationCheck.STAPLED),
            "tls.allowInvalidCertificates",
            "remove one of the two"),
        refused(
            "CRL and OCSP",
            to -> to.crlFile(FILE).revocationCheck(RevocationCheck.OCSP),
            "tls.crlFile",
            "not by both"),
        refused(
            "suite of the other protocol",
            to -> to.protocols(List.of("TLSv1.3")).cipherSuites(List.of("ECDHE-RSA-AES128-SHA")),
            "tls.cipherSuites: none of TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA belongs to TLSv1.3",
            "add one or remove the protocol"),
        refused(
            "one of two protocols without suite",
            to ->
                to.protocols(List.of("TLSv1.3", "TLSv1.2"))
                    .cipherSuites(List.of("TLS_AES_128_GCM_SHA256")),
            "belongs to TLSv1.2"),
        refused(
            "suite that came with TLS 1.2",
            to -> to.protocols(List.of("TLSv1.1")).cipherSuites(List.of("AES128-GCM-SHA256")),
            "belongs to TLSv1.1"),
        refused(
            "group that came with TLS 1.3",
            to -> to.protocols(List.of("TLSv1.2")).namedGroups(List.of("X25519MLKEM768")),
            "tls.namedGroups: none of X25519MLKEM768 can be used with TLSv1.2"),
        refused(
            "suite and group of different protocols",
            to ->
                to.cipherSuites(List.of("AES128-GCM-SHA256"))
                    .namedGroups(List.of("X25519MLKEM768")),
            "no protocol has both a suite of TLS_RSA_WITH_AES_128_GCM_SHA256 and a group of"
                + " X25519MLKEM768"));
  }

  @ParameterizedTest
  @MethodSource("neighboursOfContradictions")
  void acceptsNeighbourOfContradiction(Options options) {
    assertThat(options.apply(TlsSettings.builder()).build().enabled()).isTrue();
  }

  static Stream<Arguments> neighboursOfContradictions() {
    return Stream.of(
        accepted(
            "any host name, but not revoked", to -> to.allowInvalidHostnames(true).crlFile(FILE)),
        accepted(
            "any host name, with OCSP",
            to -> to.allowInvalidHostnames(true).revocationCheck(RevocationCheck.OCSP)),
        accepted(
            "valid certificates, not revoked",
            to -> to.allowInvalidCertificates(false).crlFile(FILE)),
        accepted(
            "any certificate, no revocation check",
            to -> to.allowInvalidCertificates(true).revocationCheck(RevocationCheck.NONE)),
        accepted(
            "a suite for each protocol",
            to ->
                to.protocols(List.of("TLSv1.3", "TLSv1.2"))
                    .cipherSuites(List.of("TLS_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-SHA"))),
        accepted(
            "an old suite under an old protocol",
            to -> to.protocols(List.of("TLSv1.1")).cipherSuites(List.of("AES128-SHA"))),
        accepted(
            "a group for each protocol",
            to ->
                to.protocols(List.of("TLSv1.3", "TLSv1.2"))
                    .namedGroups(List.of("X25519MLKEM768", "x25519"))));
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_128_GCM_SHA256, x25519, TLSv1.3",
    "ECDHE-RSA-AES128-GCM-SHA256, x25519, TLSv1.2",
    "AES128-SHA, x25519, TLSv1.2",
    "TLS_AES_128_GCM_SHA256, X25519MLKEM768, TLSv1.3",
  })
  void leavesOutProtocolsWithoutSuiteOrGroup(String suite, String group, String protocol) {
    TlsSettings settings =
        TlsSettings.builder().cipherSuites(List.of(suite)).namedGroups(List.of(group)).build();

    assertThat(settings.offer().protocols()).containsExactly(protocol);
  }

  @Test
  void limitsSuitesOfTls12Alone() {
    TlsSettings.Builder options =
        TlsSettings.builder().tls12CipherSuites(List.of("AES128-SHA", "AES128-SHA256"));
    TlsSettings settings = options.build();

    assertThat(settings.offer().protocols()).containsExactly("TLSv1.3", "TLSv1.2");
    assertThat(settings.offer().cipherSuites()).isEmpty();
    assertThat(settings.offer().cipherSuites("TLSv1.3")).isEmpty();
    assertThat(settings.offer().cipherSuites("TLSv1.2"))
        .containsExactly("TLS_RSA_WITH_AES_128_CBC_SHA", "TLS_RSA_WITH_AES_128_CBC_SHA256");
    assertThat(settings.offer().cipherSuites("TLSv1.1"))
        .containsExactly("TLS_RSA_WITH_AES_128_CBC_SHA");
    assertThat(options.protocols(List.of("TLSv1.2")).build().offer().cipherSuites())
        .isEqualTo(settings.offer().cipherSuites("TLSv1.2"));
  }

  @Test
  void limitsSuitesOfTls13Alone() {
    TlsSettings settings =
        TlsSettings.builder().tls13CipherSuites(List.of("TLS_AES_256_GCM_SHA384")).build();

    assertThat(settings.offer().protocols()).containsExactly("TLSv1.3", "TLSv1.2");
    assertThat(settings.offer().cipherSuites()).isEmpty();
    assertThat(settings.offer().cipherSuites("TLSv1.3")).containsExactly("TLS_AES_256_GCM_SHA384");
    assertThat(settings.offer().cipherSuites("TLSv1.2")).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("listsOfBothProtocols")
  void limitsSuitesOfBothProtocols(Options options) {
    TlsSettings settings = options.apply(TlsSettings.builder()).build();

    assertThat(settings.offer().protocols()).containsExactly("TLSv1.3", "TLSv1.2");
    assertThat(settings.offer().cipherSuites())
        .containsExactly("TLS_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_128_CBC_SHA");
    assertThat(settings.offer().cipherSuites("TLSv1.3")).containsExactly("TLS_AES_128_GCM_SHA256");
    assertThat(settings.offer().cipherSuites("TLSv1.2"))
        .containsExactly("TLS_RSA_WITH_AES_128_CBC_SHA");
  }

  static Stream<Arguments> listsOfBothProtocols() {
    List<String> tls12 = List.of("AES128-SHA");
    List<String> tls13 = List.of("TLS_AES_128_GCM_SHA256");
    List<String> other = List.of("AES256-SHA", "TLS_AES_256_GCM_SHA384");
    return Stream.of(
        accepted("in one", to -> to.cipherSuites(List.of(tls13.get(0), tls12.get(0)))),
        accepted("TLS 1.2 first", to -> to.tls12CipherSuites(tls12).tls13CipherSuites(tls13)),
        accepted("TLS 1.3 first", to -> to.tls13CipherSuites(tls13).tls12CipherSuites(tls12)),
        accepted(
            "each replaced",
            to -> to.cipherSuites(other).tls13CipherSuites(tls13).tls12CipherSuites(tls12)),
        accepted(
            "both replaced",
            to ->
                to.tls12CipherSuites(List.of("AES256-SHA"))
                    .cipherSuites(List.of(tls13.get(0), tls12.get(0)))));
  }

  @Test
  void leavesSuitesToProviderAfterEmptyList() {
    List<String> suites = List.of("TLS_AES_128_GCM_SHA256", "AES128-SHA");
    TlsSettings.Builder settings = TlsSettings.builder().cipherSuites(suites);

    settings.tls12CipherSuites(List.of());
    assertThat(settings.build().offer().cipherSuites("TLSv1.2")).isEmpty();
    assertThat(settings.build().offer().cipherSuites("TLSv1.3"))
        .containsExactly("TLS_AES_128_GCM_SHA256");
    settings.tls13CipherSuites(List.of());
    assertThat(settings.impliesTls()).isFalse();
    settings.tls12CipherSuites(List.of("AES128-SHA")).cipherSuites(List.of());
    assertThat(settings.impliesTls()).isFalse();
  }

  /** An old protocol is limited with TLS 1.2, by the suites that both have. */
  @Test
  void refusesOldProtocolWithoutSuiteInTheListOfTls12() {
    assertRefused(
        TlsSettings.builder()
            .protocols(List.of("TLSv1.1", "TLSv1.2", "TLSv1.3"))
            .tls12CipherSuites(List.of("AES128-SHA256")),
        "tls.cipherSuites: none of TLS_RSA_WITH_AES_128_CBC_SHA256 belongs to TLSv1.1");
  }

  @Test
  void takesKeyFromCertificateFileUnlessAnotherIsNamed() {
    Path key = Path.of("key.pem");

    assertThat(TlsSettings.builder().certificateKeyFile(FILE).build().identity().keyFile())
        .contains(FILE);
    assertThat(TlsSettings.builder().certificateFile(FILE).build().identity().keyFile())
        .contains(FILE);
    assertThat(twoFiles(TlsSettings.builder()).build().identity().keyFile()).contains(key);
    assertThat(
            twoFiles(TlsSettings.builder()).certificateKeyFile(FILE).build().identity().keyFile())
        .contains(FILE);
  }

  @Test
  void refusesNamesAsTheyAreGiven() {
    TlsSettings.Builder settings = TlsSettings.builder();

    assertThatThrownBy(() -> settings.protocols(List.of("TLSv9")))
        .isInstanceOf(InvalidSettingException.class);
    assertThatThrownBy(() -> settings.cipherSuites(List.of("FOO")))
        .isInstanceOf(InvalidSettingException.class);
    assertThatThrownBy(() -> settings.namedGroups(List.of("bar")))
        .isInstanceOf(InvalidSettingException.class);
    assertThat(settings.impliesTls()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"PT0S", "PT-1S", "PT1H0.001S", "P100000000D"})
  void refusesTimeoutOutOfRange(Duration timeout) {
    assertThatThrownBy(() -> TlsSettings.builder().handshakeTimeout(timeout))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "tls.handshakeTimeoutMs: %s is not between 1 ms and an hour; change it", timeout);
  }

  @ParameterizedTest
  @CsvSource({"PT0.001S", "PT10S", "PT1H"})
  void acceptsTimeoutInRange(Duration timeout) {
    assertThat(TlsSettings.builder().handshakeTimeout(timeout).build().handshakeTimeout())
        .isEqualTo(timeout);
  }

  @Test
  void doesNotChangeWithItsBuilder() {
    TlsSettings.Builder builder = TlsSettings.builder().protocols(List.of("TLSv1.3"));
    TlsSettings before = builder.build();
    builder.protocols(List.of("TLSv1.2")).provider(TlsProvider.CONSCRYPT);

    assertThat(before.offer().protocols()).containsExactly("TLSv1.3");
    assertThat(before.provider()).isEqualTo(TlsProvider.JDK);
  }

  @Test
  void givesItsOptionsToCopyThatChangesAlone() {
    TlsSettings.Builder options =
        TlsSettings.builder()
            .caFile(FILE)
            .namedGroups(List.of("X25519MLKEM768"))
            .resumption(false)
            .provider(TlsProvider.OPENSSL);
    TlsSettings copy = options.copy().namedGroups(List.of()).build();
    TlsSettings settings = options.build();

    assertThat(copy.trust().caFile()).contains(FILE);
    assertThat(copy.offer().resumption()).isFalse();
    assertThat(copy.provider()).isEqualTo(TlsProvider.OPENSSL);
    assertThat(copy.offer().protocols()).containsExactly("TLSv1.3", "TLSv1.2");
    assertThat(settings.offer().protocols()).containsExactly("TLSv1.3");
  }

  @Test
  void showsWhatIsAskedForWithoutPasswords() {
    TlsSettings settings =
        TlsSettings.builder()
            .caFile(FILE)
            .caFilePassword("first secret")
            .certificateKeyFile(FILE)
            .keyPassword("second secret")
            .cipherSuites(List.of("TLS_AES_128_GCM_SHA256"))
            .namedGroups(List.of("x25519"))
            .build();

    assertThat(settings.trust()).hasToString("TrustRules[file.pem]");
    assertThat(settings.identity()).hasToString("Identity[file.pem]");
    assertThat(settings.toString())
        .contains("TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519")
        .doesNotContain("secret");
  }

  private static void assertRefused(TlsSettings.Builder settings, String... message) {
    assertThatThrownBy(settings::build)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContainingAll(message)
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("\n");
  }
}
