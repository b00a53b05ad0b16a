package dev.tlsbench.core.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.TlsOption;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsPropertiesTest {

  @Test
  void namesAllProperties() {
    assertThat(TlsOption.properties())
        .containsExactly(
            "tls.enabled",
            "tls.caFile",
            "tls.caFilePassword",
            "tls.certificateKeyFile",
            "tls.certificateKeyFilePassword",
            "tls.allowInvalidCertificates",
            "tls.allowInvalidHostnames",
            "tls.insecure",
            "tls.disableCertificateRevocationCheck",
            "tls.disableOCSPEndpointCheck",
            "tls.crlFile",
            "tls.protocols",
            "tls.cipherSuites",
            "tls.namedGroups",
            "tls.provider",
            "tls.resumption",
            "tls.handshakeTimeoutMs");
  }

  @Test
  void readsEachProperty() {
    assertRead("tls.enabled", "true", TlsSettings::enabled, true);
    assertRead("tls.enabled", "false", TlsSettings::enabled, false);
    assertRead("tls.caFile", "ca.pem", s -> s.trust().caFile().orElseThrow(), Path.of("ca.pem"));
    assertRead("tls.crlFile", "crl.pem", s -> s.trust().crlFiles(), List.of(Path.of("crl.pem")));
    assertRead(
        "tls.allowInvalidCertificates", "true", s -> s.trust().allowInvalidCertificates(), true);
    assertRead("tls.allowInvalidHostnames", "true", s -> s.trust().allowInvalidHostnames(), true);
    assertRead(
        "tls.disableCertificateRevocationCheck",
        "false",
        TlsPropertiesTest::revocationCheck,
        List.of(true, true));
    assertRead(
        "tls.disableCertificateRevocationCheck",
        "true",
        TlsPropertiesTest::revocationCheck,
        List.of(false, false));
    assertRead(
        "tls.disableOCSPEndpointCheck",
        "true",
        TlsPropertiesTest::revocationCheck,
        List.of(true, false));
    assertRead(
        "tls.disableOCSPEndpointCheck",
        "false",
        TlsPropertiesTest::revocationCheck,
        List.of(true, true));
    assertRead("tls.protocols", "TLSv1.2", s -> s.offer().protocols(), List.of("TLSv1.2"));
    assertRead(
        "tls.cipherSuites",
        "TLS_AES_128_GCM_SHA256",
        s -> s.offer().cipherSuites(),
        List.of("TLS_AES_128_GCM_SHA256"));
    assertRead("tls.namedGroups", "P-256", s -> s.offer().namedGroups(), List.of("secp256r1"));
    assertRead("tls.provider", "conscrypt", TlsSettings::provider, TlsProvider.CONSCRYPT);
    assertRead("tls.resumption", "false", s -> s.offer().resumption(), false);
    assertRead(
        "tls.handshakeTimeoutMs", "300", TlsSettings::handshakeTimeout, Duration.ofMillis(300));
  }

  /** Returns whether stapled responses are checked, and whether a responder is asked. */
  private static List<Boolean> revocationCheck(TlsSettings settings) {
    return List.of(settings.trust().checksStapled(), settings.trust().asksResponder());
  }

  @Test
  void readsFilesWithTheirPasswords() {
    TlsSettings settings =
        settings(
            Map.of(
                "tls.certificateKeyFile", "client.p12",
                "tls.certificateKeyFilePassword", "key secret",
                "tls.caFile", "ca.p12",
                "tls.caFilePassword", "store secret"));

    assertThat(settings.identity().certificateFile()).contains(Path.of("client.p12"));
    assertThat(settings.identity().keyFile()).contains(Path.of("client.p12"));
    assertThat(settings.identity().keyPassword()).contains("key secret");
    assertThat(settings.trust().caFilePassword()).contains("store secret");
  }

  @Test
  void acceptsAnythingWithInsecure() {
    TlsSettings settings = settings(Map.of("tls.insecure", "true"));

    assertThat(settings.trust().allowInvalidCertificates()).isTrue();
    assertThat(settings.trust().allowInvalidHostnames()).isTrue();
  }

  @Test
  void takesPasswordAsItIsAndOtherValuesWithoutSpaces() {
    TlsSettings settings =
        settings(
            Map.of(
                "tls.certificateKeyFile", " client.pem ",
                "tls.certificateKeyFilePassword", " spaces count ",
                "tls.caFile", "ca.p12",
                "tls.caFilePassword", " ",
                "tls.allowInvalidHostnames", " true ",
                "tls.provider", " jdk ",
                "tls.handshakeTimeoutMs", " 300 "));

    assertThat(settings.identity().certificateFile()).contains(Path.of("client.pem"));
    assertThat(settings.identity().keyPassword()).contains(" spaces count ");
    assertThat(settings.trust().caFilePassword()).contains(" ");
    assertThat(settings.trust().allowInvalidHostnames()).isTrue();
    assertThat(settings.handshakeTimeout()).isEqualTo(Duration.ofMillis(300));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"TLSv1.3,TLSv1.2", "TLSv1.3:TLSv1.2", "TLSv1.3 TLSv1.2", " TLSv1.3,\tTLSv1.2,"})
  void readsListsWithAnySeparator(String list) {
    assertThat(settings(Map.of("tls.protocols", list)).offer().protocols())
        .containsExactly("TLSv1.3", "TLSv1.2");
  }

  @Test
  void passesOverWhatDoesNotStartWithTls() {
    TlsSettings settings =
        settings(Map.of("mongodb.url", "tls.", "tlsCAFile", "x", "recordcount", "10"));

    assertThat(settings.enabled()).isFalse();
  }

  @Test
  void leavesVerboseToTheLauncher() {
    assertThat(settings(Map.of("tls.verbose", "true")).enabled()).isFalse();
  }

  @Test
  void overridesWhatTheUrlSaid() {
    TlsSettings.Builder url =
        TlsSettings.builder()
            .enabled(true)
            .caFile(Path.of("url.pem"))
            .certificateFile(Path.of("url-cert.pem"))
            .keyFile(Path.of("url-key.pem"))
            .allowInvalidHostnames(true)
            .protocols(List.of("TLSv1.2"));

    TlsOption.override(
        Map.of(
            "tls.enabled", "true",
            "tls.caFile", "property.pem",
            "tls.certificateKeyFile", "both.pem",
            "tls.insecure", "false",
            "tls.protocols", "TLSv1.3"),
        url);
    TlsSettings settings = url.build();

    assertThat(settings.trust().caFile()).contains(Path.of("property.pem"));
    assertThat(settings.identity().certificateFile()).contains(Path.of("both.pem"));
    assertThat(settings.identity().keyFile()).contains(Path.of("both.pem"));
    assertThat(settings.trust().allowInvalidHostnames()).isFalse();
    assertThat(settings.offer().protocols()).containsExactly("TLSv1.3");
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void refusesToContradictTheUrlOnWhetherTlsIsOn(boolean url, String property) {
    assertThatThrownBy(
            () ->
                TlsOption.override(
                    Map.of("tls.enabled", property), TlsSettings.builder().enabled(url)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("tls.enabled=" + property + ": the URL says the opposite");
  }

  @ParameterizedTest
  @CsvSource({
    "tls.cafile, tls.caFile",
    "tls.CAFile, tls.caFile",
    "tls.cipherSuite, tls.cipherSuites",
    "tls.ciphers, tls.cipherSuites",
    "tls.protocol, tls.protocols",
    "tls.provider_, tls.provider",
    "tls.certificateFile, tls.certificateKeyFile",
    "tls.handshakeTimeout, tls.handshakeTimeoutMs",
    "tls.verbos, tls.verbose",
    "tls., tls.caFile",
  })
  void refusesUnknownPropertyAndNamesNearest(String name, String nearest) {
    assertRefused(name, "true", name + ": there is no such property; did you mean " + nearest);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "TRUE", "yes", "1", "truefalse"})
  void refusesWhatIsNoBoolean(String value) {
    for (String name :
        List.of(
            "tls.enabled",
            "tls.allowInvalidCertificates",
            "tls.allowInvalidHostnames",
            "tls.insecure",
            "tls.disableCertificateRevocationCheck",
            "tls.disableOCSPEndpointCheck",
            "tls.resumption")) {
      assertRefused(
          name, value, name + ": '" + value + "' is neither true nor false; give one of the two");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", " , : "})
  void refusesEmptyList(String value) {
    for (String name : List.of("tls.protocols", "tls.cipherSuites", "tls.namedGroups")) {
      assertRefused(name, value, name + ": the list is empty; give names separated by commas");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ten", "1.5", "10s", "99999999999999999999"})
  void refusesWhatIsNoTime(String value) {
    assertRefused(
        "tls.handshakeTimeoutMs",
        value,
        "tls.handshakeTimeoutMs: '" + value + "' is not a whole number of milliseconds");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "3600001", "9223372036854775807"})
  void refusesTimeOutOfRange(String value) {
    assertRefused("tls.handshakeTimeoutMs", value, "is not between 1 ms and an hour");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tls.caFile", "tls.certificateKeyFile", "tls.crlFile"})
  void refusesWhatIsNoPath(String name) {
    assertRefused(name, "", name + ": names no file");
    assertRefused(name, " ", name + ": names no file");
    assertThatThrownBy(() -> settings(Map.of(name, "ca\0.pem")))
        .isInstanceOf(InvalidSettingException.class)
        .hasCauseInstanceOf(InvalidPathException.class)
        .hasMessageContaining("is not a path on this system; give the path of a file");
  }

  @Test
  void refusesUnknownProviderAndNamesThemAll() {
    assertRefused(
        "tls.provider",
        "boringssl",
        "tls.provider: there is no provider 'boringssl'; choose one of jdk, bouncycastle,"
            + " conscrypt, openssl");
  }

  @ParameterizedTest
  @CsvSource({
    "tls.insecure, tls.allowInvalidCertificates",
    "tls.insecure, tls.allowInvalidHostnames",
    "tls.insecure, tls.disableCertificateRevocationCheck",
    "tls.insecure, tls.disableOCSPEndpointCheck",
    "tls.allowInvalidCertificates, tls.disableCertificateRevocationCheck",
    "tls.allowInvalidCertificates, tls.disableOCSPEndpointCheck",
    "tls.disableOCSPEndpointCheck, tls.disableCertificateRevocationCheck",
  })
  void refusesPropertiesThatConflictWhateverTheirValues(String first, String second) {
    for (String one : List.of("true", "false")) {
      for (String other : List.of("true", "false")) {
        assertConflict(first, second, inOrder(first, one, second, other));
        assertConflict(first, second, inOrder(second, other, first, one));
      }
    }
  }

  @Test
  void acceptsNeighbourOfConflict() {
    TlsSettings settings =
        settings(
            Map.of("tls.allowInvalidCertificates", "true", "tls.allowInvalidHostnames", "true"));

    assertThat(settings.trust().allowInvalidCertificates()).isTrue();
    assertThat(settings.trust().allowInvalidHostnames()).isTrue();
  }

  private static void assertConflict(String first, String second, Map<String, String> properties) {
    assertThatThrownBy(() -> settings(properties))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            first
                + ", "
                + second
                + ": the two must not appear together, whatever their values; remove one of them");
  }

  private static Map<String, String> inOrder(
      String first, String one, String second, String other) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(first, one);
    properties.put(second, other);
    return properties;
  }

  private static void assertRead(
      String name, String value, Function<TlsSettings, ?> reader, Object expected) {
    assertThat((Object) reader.apply(settings(Map.of(name, value)))).isEqualTo(expected);
  }

  private static void assertRefused(String name, String value, String message) {
    assertThatThrownBy(() -> settings(Map.of(name, value)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message);
  }

  private static TlsSettings settings(Map<String, String> properties) {
    TlsSettings.Builder builder = TlsSettings.builder();
    TlsOption.override(properties, builder);
    return builder.build();
  }
}
