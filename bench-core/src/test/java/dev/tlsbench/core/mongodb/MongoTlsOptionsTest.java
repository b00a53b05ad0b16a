package dev.tlsbench.core.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The TLS options of the MongoDB URI options specification, and what they do to each other. */
class MongoTlsOptionsTest {
  private static final List<String> BOOLEAN_OPTIONS =
      List.of(
          "tlsInsecure",
          "tlsAllowInvalidCertificates",
          "tlsAllowInvalidHostnames",
          "tlsDisableOCSPEndpointCheck",
          "tlsDisableCertificateRevocationCheck");

  private static final List<String> VALUES = List.of("true", "false", "perhaps");

  /** Section "Conflicting TLS options": pairs that must not appear together. */
  private static final Set<Set<String>> FORBIDDEN = new HashSet<>();

  static {
    for (String other : BOOLEAN_OPTIONS.subList(1, 5)) {
      FORBIDDEN.add(Set.of("tlsInsecure", other));
    }
    FORBIDDEN.add(Set.of("tlsAllowInvalidCertificates", "tlsDisableOCSPEndpointCheck"));
    FORBIDDEN.add(Set.of("tlsAllowInvalidCertificates", "tlsDisableCertificateRevocationCheck"));
    FORBIDDEN.add(Set.of("tlsDisableOCSPEndpointCheck", "tlsDisableCertificateRevocationCheck"));
  }

  /** Every ordered pair of two boolean options, with every combination of values. */
  static Stream<String> pairs(boolean forbidden) {
    List<String> queries = new ArrayList<>();
    for (String first : BOOLEAN_OPTIONS) {
      for (String second : BOOLEAN_OPTIONS) {
        if (!first.equals(second) && FORBIDDEN.contains(Set.of(first, second)) == forbidden) {
          for (String a : VALUES) {
            for (String b : VALUES) {
              queries.add(first + "=" + a + "&" + second + "=" + b);
            }
          }
        }
      }
    }
    return queries.stream();
  }

  static Stream<String> forbiddenPairs() {
    return pairs(true);
  }

  static Stream<String> allowedPairs() {
    return pairs(false);
  }

  @ParameterizedTest
  @MethodSource("forbiddenPairs")
  void refusesPairWhateverItsOrderAndValues(String query) {
    assertThatThrownBy(() -> url(query))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("must not appear together")
        .hasMessageContaining(query.substring(0, query.indexOf('=')));
  }

  @ParameterizedTest
  @MethodSource("allowedPairs")
  void acceptsEveryOtherPair(String query) {
    assertThat(url(query).tls()).isNotNull();
  }

  @Test
  void knowsAllPairsOfTheSpecification() {
    assertThat(FORBIDDEN).hasSize(7);
    assertThat(forbiddenPairs()).hasSize(7 * 2 * 9);
    assertThat(allowedPairs()).hasSize(3 * 2 * 9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tls", "ssl"})
  void refusesTlsAndSslThatDisagree(String first) {
    String second = first.equals("tls") ? "ssl" : "tls";
    for (String value : List.of("true", "false")) {
      String opposite = value.equals("true") ? "false" : "true";
      assertThatThrownBy(() -> url(first + "=" + value + "&" + second + "=" + opposite))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("both say the same thing");
      assertThatThrownBy(() -> url(first + "=" + value + "&" + first + "=" + opposite))
          .isInstanceOf(InvalidSettingException.class);
      assertThat(settings(first + "=" + value + "&" + second + "=" + value).enabled())
          .isEqualTo(value.equals("true"));
    }
  }

  /** For the driver they switch TLS on, so plain text must not come of them. */
  @ParameterizedTest
  @ValueSource(strings = {"yes", "1", "True", "TRUE", "true%20"})
  void switchesTlsOnWhereTheDriverDoes(String value) {
    assertThat(new ConnectionString("mongodb://localhost/?tls=" + value).getSslEnabled()).isTrue();
    assertThat(settings("tls=" + value).enabled()).isTrue();
    assertThat(settings("tls=true&tlsInsecure=" + value).trust().allowInvalidHostnames()).isTrue();
  }

  /** Whatever the case, and with spaces around it. */
  @ParameterizedTest
  @ValueSource(strings = {"no", "0", "False", "+false"})
  void leavesTlsOffWhereTheDriverDoes(String value) {
    assertThat(settings("tls=" + value).enabled()).isFalse();
  }

  /** Connection string specification: only true and false are not deprecated. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tls",
        "ssl",
        "tlsInsecure",
        "tlsAllowInvalidCertificates",
        "tlsAllowInvalidHostnames",
        "tlsDisableOCSPEndpointCheck",
        "tlsDisableCertificateRevocationCheck"
      })
  void warnsOfDeprecatedWordForABoolean(String name) {
    for (String value : List.of("yes", "1", "no", "0", "NO")) {
      assertThat(url(name + "=" + value).warnings())
          .singleElement()
          .asString()
          .startsWith(name + ": '" + value + "' is deprecated");
    }
    for (String value : List.of("true", "false", "False", "TRUE", "+true")) {
      assertThat(url(name + "=" + value).warnings()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"tls=maybe&ssl=true, true", "ssl=2&tls=true, true", "tls=perhaps, false"})
  void warnsOfValueThatIsNoBooleanAndIgnoresTheOption(String query, boolean enabled) {
    MongoUrl url = url(query);
    assertThat(url.settings(Map.of()).enabled()).isEqualTo(enabled);
    assertThat(url.warnings()).singleElement().asString().contains("neither true nor false");
  }

  @Test
  void isOffWithoutAnyWord() {
    assertThat(settings("").enabled()).isFalse();
    assertThat(url("").tls().explicitlyEnabled()).isEmpty();
  }

  @Test
  void isOnForSrvUnlessTheUrlSaysOtherwise() {
    assertThat(MongoUrl.parse("mongodb+srv://db.example.org/").settings(Map.of()).enabled())
        .isTrue();
    assertThat(
            MongoUrl.parse("mongodb+srv://db.example.org/?tls=false").settings(Map.of()).enabled())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tlsCAFile=/ca.pem",
        "tlsCertificateKeyFile=/client.pem",
        "tlsCertificateKeyFile=/client.pem&tlsCertificateKeyFilePassword=secret",
        "tlsCRLFile=/crl.pem",
        "tlsAllowInvalidCertificates=true",
        "tlsAllowInvalidCertificates=false",
        "tlsAllowInvalidHostnames=true",
        "tlsAllowInvalidHostnames=false",
        "tlsInsecure=true",
        "tlsInsecure=false",
        "tlsDisableOCSPEndpointCheck=true",
        "tlsDisableOCSPEndpointCheck=false",
        "tlsDisableCertificateRevocationCheck=true",
        "tlsDisableCertificateRevocationCheck=false"
      })
  void isOnWithAnyTlsOptionAndRefusesToBeSwitchedOff(String query) {
    assertThat(settings(query).enabled()).isTrue();
    assertThatThrownBy(() -> url("tls=false&" + query))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(query.substring(0, query.indexOf('=')));
    assertThatThrownBy(() -> url(query).settings(Map.of("tls.enabled", "false")))
        .isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void takesFilesDecoded() {
    TlsSettings settings =
        settings("tlsCAFile=%2Fetc%2Fmy%20ca.pem&tlsCertificateKeyFile=/etc/client.pem");
    assertThat(settings.trust().caFile()).contains(Path.of("/etc/my ca.pem"));
    assertThat(settings.identity().certificateFile()).contains(Path.of("/etc/client.pem"));
    assertThat(settings.identity().keyFile()).contains(Path.of("/etc/client.pem"));
  }

  @Test
  void takesNamesInAnyCase() {
    assertThat(settings("TLSCAFILE=/ca.pem").trust().caFile()).contains(Path.of("/ca.pem"));
    assertThat(settings("TLS=true").enabled()).isTrue();
    assertThatThrownBy(() -> url("TLSINSECURE=true&tlsallowinvalidhostnames=true"))
        .isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void separatesOptionsBySemicolonToo() {
    assertThat(settings("tls=true;tlsCAFile=/ca.pem").trust().caFile())
        .contains(Path.of("/ca.pem"));
  }

  @Test
  void acceptsWhatTheOptionsSay() {
    TlsSettings insecure = settings("tlsInsecure=true");
    assertThat(insecure.trust().allowInvalidCertificates()).isTrue();
    assertThat(insecure.trust().allowInvalidHostnames()).isTrue();
    TlsSettings anyChain = settings("tlsAllowInvalidCertificates=true");
    assertThat(anyChain.trust().allowInvalidCertificates()).isTrue();
    assertThat(anyChain.trust().allowInvalidHostnames()).isTrue();
    TlsSettings anyChainOfThatName =
        settings("tlsAllowInvalidHostnames=false&tlsAllowInvalidCertificates=true");
    assertThat(anyChainOfThatName.trust().allowInvalidHostnames()).isFalse();
    TlsSettings anyName = settings("tlsAllowInvalidHostnames=true");
    assertThat(anyName.trust().allowInvalidCertificates()).isFalse();
    assertThat(anyName.trust().allowInvalidHostnames()).isTrue();
    assertThat(settings("sslInvalidHostNameAllowed=true").trust().allowInvalidHostnames()).isTrue();
    assertThat(settings("tlsInsecure=false").trust().allowInvalidCertificates()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "tlsDisableOCSPEndpointCheck=true, true, false",
    "tlsDisableOCSPEndpointCheck=false, true, true",
    "tlsDisableCertificateRevocationCheck=true, false, false",
    "tlsDisableCertificateRevocationCheck=false, true, true",
    "tls=true, false, false"
  })
  void checksRevocationOnlyIfAsked(String query, boolean stapled, boolean asks) {
    assertThat(settings(query).trust().checksStapled()).isEqualTo(stapled);
    assertThat(settings(query).trust().asksResponder()).isEqualTo(asks);
  }

  @Test
  void takesTheLastOfRepeatedOptionsWithWarning() {
    MongoUrl url = url("tlsCAFile=/a.pem&tlscafile=/b.pem");
    assertThat(url.settings(Map.of()).trust().caFile()).contains(Path.of("/b.pem"));
    assertThat(url.warnings()).singleElement().asString().contains("more than once");
  }

  @Test
  void warnsOfUnknownTlsOption() {
    MongoUrl url = url("tls=true&tlsCaPath=/etc");
    assertThat(url.warnings())
        .singleElement()
        .asString()
        .startsWith("tlsCaPath: ")
        .contains("tlsCAFile");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tlsInsecure", "tlsAllowInvalidCertificates"})
  void refusesRevocationListWhereAnyCertificateWillDo(String option) {
    assertThatThrownBy(() -> settings("tlsCRLFile=/crl.pem&" + option + "=true"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(option + ": accepts any certificate");
    assertThat(settings("tlsCRLFile=/crl.pem&" + option + "=false").trust().crlFiles()).hasSize(1);
  }

  @Test
  void refusesFileWithoutName() {
    assertThatThrownBy(() -> url("tlsCAFile="))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("tlsCAFile: names no file");
  }

  @Test
  void limitsTheHandshakeByTheConnectTimeOut() {
    assertThat(settings("tls=true&connectTimeoutMS=700").handshakeTimeout().toMillis())
        .isEqualTo(700);
    assertThat(settings("tls=true").handshakeTimeout().toMillis()).isEqualTo(10_000);
  }

  private static MongoUrl url(String query) {
    return MongoUrl.parse("mongodb://db.example.org/?" + query);
  }

  private static TlsSettings settings(String query) {
    return url(query).settings(Map.of());
  }
}
