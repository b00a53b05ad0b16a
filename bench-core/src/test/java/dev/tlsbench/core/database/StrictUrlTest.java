package dev.tlsbench.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Common parts of the URLs of Redis, DynamoDB and Cassandra. */
class StrictUrlTest {
  private static final String SECRET = "Quetzal77";
  private static final List<String> PLAIN =
      List.of("cassandra://", "redis://", "valkey://", "http://");

  private static DatabaseUrl parse(String url) {
    return Database.ofUrl(url).parse(url);
  }

  private static List<TlsSettings> settings(String options) {
    return PLAIN.stream()
        .map(scheme -> parse(scheme + "h/?" + options).settings(Map.of()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "'', false, false, false",
    "tls=false, false, false, false",
    "ssl=false, false, false, false",
    "tls=true, true, false, false",
    "SSL=true, true, false, false",
    "tls=true&ssl=true, true, false, false",
    "tlsCAFile=ca.pem, true, false, false",
    "tlsInsecure=true, true, true, true",
    "tlsInsecure=false, true, false, false",
    "tlsAllowInvalidHostnames=true, true, false, true",
    "tlsAllowInvalidCertificates=true, true, true, true"
  })
  void meansByTlsOptionsWhatMongoDbDoes(
      String options, boolean tls, boolean anyChain, boolean anyName) {
    for (TlsSettings settings : settings(options)) {
      assertThat(settings.enabled()).isEqualTo(tls);
      assertThat(settings.trust().allowInvalidCertificates()).isEqualTo(anyChain);
      assertThat(settings.trust().allowInvalidHostnames()).isEqualTo(anyName);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rediss://", "VALKEYS://", "HTTPS://"})
  void itsSchemeMayAskForTls(String scheme) {
    DatabaseUrl url = parse(scheme + "h/?tlsCAFile=a.pem");

    assertThat(url.settings(Map.of()).enabled()).isTrue();
    assertThat(parse(scheme + "h/?tls=true").settings(Map.of()).enabled()).isTrue();
    assertThat(url.settings(Map.of()).trust().allowInvalidHostnames()).isFalse();
    assertThat(url.plain()).isEqualToIgnoringCase(scheme.replaceFirst("(?i)s:", ":") + "h/");
    for (String options : List.of("tls=false", "ssl=false&tlsCAFile=a")) {
      assertThatThrownBy(() -> parse(scheme + "h/?" + options))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessage("tls=false: the scheme of the URL asks for TLS; change one of the two");
    }
  }

  @Test
  void readsFilesAndChecks() {
    for (TlsSettings settings :
        settings("tlscafile=a%2Fca.pem&tlsCertificateKeyFile=c.pem&tlsCRLFile=crl.pem")) {
      assertThat(settings.trust().caFile()).contains(Path.of("a/ca.pem"));
      assertThat(settings.identity().certificateFile()).contains(Path.of("c.pem"));
    }
    assertThat(settings("tlsDisableCertificateRevocationCheck=false"))
        .allMatch(settings -> settings.trust().asksResponder());
    assertThat(settings("tlsDisableOCSPEndpointCheck=true"))
        .allMatch(settings -> settings.trust().checksStapled())
        .noneMatch(settings -> settings.trust().asksResponder());
  }

  @Test
  void hasAnOptionForPropertiesThatMongoDbLacks() {
    for (TlsSettings settings :
        settings(
            "tlsProtocols=TLSv1.2&tlsCipherSuites=ECDHE-RSA-AES256-GCM-SHA384&tlsNamedGroups=P-256"
                + "&tlsProvider=bouncycastle&tlsResumption=false&connectTimeoutMS=9"
                + "&tlsHandshakeTimeoutMS=700")) {
      assertThat(settings.enabled()).isTrue();
      assertThat(settings.offer().protocols()).containsExactly("TLSv1.2");
      assertThat(settings.toString())
          .contains("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "secp256r1");
      assertThat(settings.provider()).isEqualTo(TlsProvider.BOUNCY_CASTLE);
      assertThat(settings.offer().resumption()).isFalse();
      assertThat(settings.handshakeTimeout()).isEqualTo(Duration.ofMillis(700));
    }
    assertThat(settings("tlsProvider=driver")).allMatch(TlsSettings::byDriver);
    assertThat(settings("tls=true&CONNECTTIMEOUTMS=300"))
        .allMatch(settings -> settings.handshakeTimeout().equals(Duration.ofMillis(300)));
  }

  @Test
  void propertiesOverrideTheUrlAndMustNotContradictIt() {
    for (String scheme : PLAIN) {
      DatabaseUrl url = parse(scheme + "h/?tls=true&tlsCAFile=a.pem");

      assertThat(url.settings(Map.of("tls.caFile", "b.pem")).trust().caFile())
          .contains(Path.of("b.pem"));
      assertThat(parse(scheme + "h").settings(Map.of("tls.enabled", "true")).enabled()).isTrue();
      assertThatThrownBy(() -> url.settings(Map.of("tls.enabled", "false")))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("the URL says the opposite");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h/?tls=yes | tls: 'yes' is none of false, true",
        "h/?tlsInsecure=1 | tlsInsecure: '1' is neither true nor false",
        "h/?tls=true&TLS=false | tls, TLS: both say the same thing, with different values",
        "h/?tls=false&tlsCAFile=a | tls=false: the URL has the TLS option tlsCAFile too; remove it",
        "h/?tlsInsecure=true&tlsAllowInvalidHostnames=true | must not appear together",
        "h/?tlsInsecure=true&tlsDisableOCSPEndpointCheck=true | must not appear together",
        "h/?tlsCRLFile=x&tlsInsecure=true | tlsInsecure: accepts any certificate",
        "h/?tlsCAFile= | tlsCAFile: names no file",
        "h/?tlsCertificateKeyFilePassword=x | a password without",
        "h/?tlsVersion=TLSv1.3 | tlsVersion: there is no such option of a ",
        "h/?tlsCAFil=a | URL; did you mean tlsCAFile?",
        "h/?tlsProtocols=TLSv9 | tlsProtocols: ",
        "h/?tlsCipherSuites=HIGH | tlsCipherSuites: ",
        "h/?tlsNamedGroups=x25520 | tlsNamedGroups: ",
        "h/?tlsProvider=gnutls | tlsProvider: there is no provider 'gnutls'",
        "h/?tlsResumption=maybe | tlsResumption: 'maybe' is neither true nor false",
        "h/?tlsHandshakeTimeoutMS=0 | tlsHandshakeTimeoutMS: ",
        "h/?tls=false&tlsProtocols=TLSv1.3 | the URL has the TLS option tlsProtocols too",
        "h/?connectTimeoutMS=0 | connectTimeoutMS: not a whole number from 1 to 3600000",
        "h/?connectTimeoutMS=1s | connectTimeoutMS: not a whole number",
        "h/?requestTimeoutMS=3600001 | requestTimeoutMS: not a whole number",
        "h/?tls | not of the form name=value",
        "'' | host or port that cannot be read",
        "/ks | host or port that cannot be read",
        "h,,i/ | host or port that cannot be read",
        "h:x/ | host or port that cannot be read",
        "h:0/ | host or port that cannot be read",
        "h:70000/ | port of h is not a number from 1 to 65535",
        "::1/ | host or port that cannot be read",
        "%2Frun%2Fserver.sock/ | Unix socket",
        "@h/ | percent-encoded, or no user name",
        "u:p%4@h/ | has a '%' that is not followed by two"
      })
  void refusesWhatCannotBeReadOrTakeEffect(String rest, String message) {
    for (String scheme : PLAIN) {
      assertThatThrownBy(() -> parse(scheme + rest).settings(Map.of()))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining(message)
          .hasMessageNotContaining("\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "u:SECRET@h/0?tls=true",
        "u:SECRET@h/?tlsCertificateKeyFile=c&tlsCertificateKeyFilePassword=SECRET",
        "u:SECRET@h:x/",
        "u:a/SECRET@h/",
        "u:a+SECRET@h:x/",
        "u:a?SECRET@h/",
        "u:a?x=SECRET@h/",
        "u:a@SECRET@h/",
        "u:SECRET@h/?noSuch=1",
        "u:SECRET@h/?tls=SECRET",
        "h/?secretKey=SECRET",
        "h/?tlsCertificateKeyFile=c&tlsCertificateKeyFilePassword=SECRET",
        "h/?tlsCertificateKeyFilePassword=a&SECRET=1",
        "h/?tlsCAFilePassword=SECRET",
        "u:12?tlsProtocols=SECRET@h/",
        "u:12/?tlsProtocols=SECRET@h/",
        "u:12/?tlsCertificateKeyFilePassword=a&tlsProvider=SECRET",
        "u:SECRET/0",
        "u:SECRET%2Fx/0",
        "u:x%2FSECRET",
        "u:1,x%2FSECRET",
        "u:1%2CSECRET/0",
        "u:x%3ASECRET/0",
        ":SECRET@h/0",
        ":SECRET@h:x/0",
        ":SECRET/0",
        ":a@SECRET@h/",
        ":a/SECRET@h/"
      })
  void keepsPasswordsToItself(String rest) {
    for (String scheme : List.of("cassandra://", "rediss://", "valkey://", "https://", "")) {
      String said;
      try {
        DatabaseUrl parsed = parse(scheme + rest.replace("SECRET", SECRET));
        said = parsed + " " + parsed.settings(Map.of()) + parsed.hosts();
      } catch (InvalidSettingException e) {
        said = Throwables.getStackTrace(e);
      }
      assertThat(said).doesNotContain(SECRET);
    }
  }

  @Test
  void changesPartsOfTheUrl() {
    for (String scheme : PLAIN) {
      DatabaseUrl url = parse(scheme + "h:1/?tls=true&tlsCAFile=a&connectTimeoutMS=3");

      assertThat(url.plain()).isEqualTo(scheme + "h:1/?connectTimeoutMS=3");
      assertThat(url.through(new HostAddress("::1", 7)))
          .isEqualTo(scheme + "[::1]:7/?tls=true&tlsCAFile=a&connectTimeoutMS=3");
      assertThat(url.warnings()).isEmpty();
    }
  }
}
