package dev.tlsbench.core.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CassandraUrlTest {
  private static final String SECRET = "Quetzal77";

  private static TlsSettings settings(String options) {
    return CassandraUrl.parse("cassandra://h/?" + options).settings(Map.of());
  }

  @Test
  void readsHostsUserKeyspaceAndOptions() {
    CassandraUrl url =
        CassandraUrl.parse(
            " Cassandra://us%3Aer:p+%40%2F@db.example.org:9142,[::1],other:3/shop"
                + "?localDatacenter=dc%201&CONNECTTIMEOUTMS=300&requestTimeoutMS=4000"
                + "&protocolVersion=4 ");

    assertThat(url.hosts())
        .containsExactly(
            new HostAddress("db.example.org", 9142),
            new HostAddress("::1", 9042),
            new HostAddress("other", 3));
    assertThat(url.database()).contains("shop");
    assertThat(url.user()).contains("us:er");
    assertThat(url.password()).contains("p+@/");
    assertThat(url.localDatacenter()).contains("dc 1");
    assertThat(url.connectTimeout()).isEqualTo(Duration.ofMillis(300));
    assertThat(url.requestTimeout()).contains(Duration.ofSeconds(4));
    assertThat(url.protocolVersion()).contains("4");
    assertThat(url.warnings()).isEmpty();
    assertThat(url.settings(Map.of()).enabled()).isFalse();
    assertThat(url.tls().enabled(true).build().handshakeTimeout())
        .isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void hasDefaultsAndIsFoundByItsScheme() {
    CassandraUrl url = (CassandraUrl) Database.ofUrl("cassandra://h").parse("cassandra://h");

    assertThat(url.hosts()).containsExactly(new HostAddress("h", 9042));
    assertThat(url.database()).isEmpty();
    assertThat(url.user()).isEmpty();
    assertThat(url.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(url.kind().id()).isEqualTo("cassandra");
    assertThat(CassandraUrl.parse("cassandra://h/%22Shop%22").database()).contains("\"Shop\"");
    assertThat(CassandraUrl.parse("cassandra://bücher.example").hosts().get(0).host())
        .isEqualTo("xn--bcher-kva.example");
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
    TlsSettings settings = settings(options);

    assertThat(settings.enabled()).isEqualTo(tls);
    assertThat(settings.trust().allowInvalidCertificates()).isEqualTo(anyChain);
    assertThat(settings.trust().allowInvalidHostnames()).isEqualTo(anyName);
  }

  @Test
  void readsFilesAndChecks() {
    TlsSettings settings =
        settings("tlscafile=a%2Fca.pem&tlsCertificateKeyFile=c.pem&tlsCRLFile=crl.pem");

    assertThat(settings.trust().caFile()).contains(Path.of("a/ca.pem"));
    assertThat(settings.identity().certificateFile()).contains(Path.of("c.pem"));
    assertThat(settings("tlsDisableCertificateRevocationCheck=false").trust().asksResponder())
        .isTrue();
    TlsSettings stapled = settings("tlsDisableOCSPEndpointCheck=true");
    assertThat(stapled.trust().checksStapled()).isTrue();
    assertThat(stapled.trust().asksResponder()).isFalse();
  }

  @Test
  void hasAnOptionForPropertiesThatMongoDbLacks() {
    TlsSettings settings =
        settings(
            "tlsProtocols=TLSv1.2&tlsCipherSuites=ECDHE-RSA-AES256-GCM-SHA384&tlsNamedGroups=P-256"
                + "&tlsProvider=bouncycastle&tlsResumption=false&connectTimeoutMS=9"
                + "&tlsHandshakeTimeoutMS=700");

    assertThat(settings.enabled()).isTrue();
    assertThat(settings.offer().protocols()).containsExactly("TLSv1.2");
    assertThat(settings.toString()).contains("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "secp256r1");
    assertThat(settings.provider()).isEqualTo(TlsProvider.BOUNCY_CASTLE);
    assertThat(settings.offer().resumption()).isFalse();
    assertThat(settings.handshakeTimeout()).isEqualTo(Duration.ofMillis(700));
    assertThat(settings("tlsProvider=driver").byDriver()).isTrue();
  }

  @Test
  void propertiesOverrideTheUrlAndMustNotContradictIt() {
    CassandraUrl url = CassandraUrl.parse("cassandra://h/?tls=true&tlsCAFile=a.pem");

    assertThat(url.settings(Map.of("tls.caFile", "b.pem")).trust().caFile())
        .contains(Path.of("b.pem"));
    assertThatThrownBy(() -> url.settings(Map.of("tls.enabled", "false")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("the URL says the opposite");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tls=yes | tls: 'yes' is none of false, true",
        "tlsInsecure=1 | tlsInsecure: '1' is neither true nor false",
        "tls=true&TLS=false | tls, TLS: both say the same thing, with different values",
        "tls=false&tlsCAFile=a | tls=false: the URL has the TLS option tlsCAFile too; remove it",
        "tlsInsecure=true&tlsAllowInvalidHostnames=true | must not appear together",
        "tlsInsecure=true&tlsDisableOCSPEndpointCheck=true | must not appear together",
        "tlsCRLFile=x&tlsInsecure=true | tlsInsecure: accepts any certificate",
        "tlsCAFile= | tlsCAFile: names no file",
        "tlsCertificateKeyFilePassword=x | a password without",
        "tlsVersion=TLSv1.3 | tlsVersion: there is no such option of a Cassandra URL; did you mean",
        "tlsProtocols=TLSv9 | tlsProtocols: ",
        "tlsCipherSuites=HIGH | tlsCipherSuites: ",
        "tlsNamedGroups=x25520 | tlsNamedGroups: ",
        "tlsProvider=gnutls | tlsProvider: there is no provider 'gnutls'",
        "tlsResumption=maybe | tlsResumption: 'maybe' is neither true nor false",
        "tlsHandshakeTimeoutMS=0 | tlsHandshakeTimeoutMS: ",
        "tls=false&tlsProtocols=TLSv1.3 | tls=false: the URL has the TLS option tlsProtocols too",
        "localDataCentre=a | did you mean localDatacenter?",
        "connectTimeoutMS=0 | connectTimeoutMS: not a whole number from 1 to 3600000",
        "connectTimeoutMS=1s | connectTimeoutMS: not a whole number",
        "requestTimeoutMS=3600001 | requestTimeoutMS: not a whole number",
        "protocolVersion=2 | protocolVersion: '2' is none of 3, 4, 5",
        "tls | not of the form name=value"
      })
  void refusesWhatCannotTakeEffect(String options, String message) {
    assertThatThrownBy(() -> settings(options))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql://h | write cassandra://",
        "cassandra:h | write cassandra://",
        "cassandra:// | host or port that cannot be read",
        "cassandra:///ks | host or port that cannot be read",
        "cassandra://h,,i/ | host or port that cannot be read",
        "cassandra://h:x/ | host or port that cannot be read",
        "cassandra://h:0/ | host or port that cannot be read",
        "cassandra://h:70000/ | port of h is not a number from 1 to 65535",
        "cassandra://::1/ | host or port that cannot be read",
        "cassandra://h/ks#part | names a keyspace with other characters",
        "cassandra://%2Frun%2Fcassandra.sock/ | Unix socket",
        "cassandra://h/a-b | names a keyspace with other characters",
        "cassandra://h/a/b | names a keyspace with other characters",
        "cassandra://@h/ | percent-encoded, or no user name",
        "cassandra://:p@h/ | percent-encoded, or no user name",
        "cassandra://u:p%4@h/ | has a '%' that is not followed by two"
      })
  void refusesUrlsThatCannotBeRead(String url, String message) {
    assertThatThrownBy(() -> CassandraUrl.parse(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cassandra://u:SECRET@h/ks?tls=true",
        "cassandra://u:SECRET@h/?tlsCertificateKeyFile=c&tlsCertificateKeyFilePassword=SECRET",
        "cassandra://u:SECRET@h:x/",
        "cassandra://u:a/SECRET@h/",
        "cassandra://u:a?SECRET@h/",
        "cassandra://u:a?x=SECRET@h/",
        "cassandra://u:a@SECRET@h/",
        "cassandra://u:SECRET@h/?noSuch=1",
        "cassandra://u:SECRET@h/?tls=SECRET",
        "cassandra://h/?tlsCertificateKeyFilePassword=a&SECRET=1",
        "cassandra://h/?tlsCAFilePassword=SECRET",
        "cassandra://u:12?tlsProtocols=SECRET@h/",
        "cassandra://u:12/?tlsProtocols=SECRET@h/",
        "cassandra://u:12/?tlsCertificateKeyFilePassword=a&tlsProvider=SECRET",
        "cassandra://u:SECRET/ks",
        "cassandra://u:SECRET%2Fx/ks",
        "cassandra://u:x%2FSECRET",
        "cassandra://u:1,x%2FSECRET",
        "cassandra://u:1%2CSECRET/ks",
        "cassandra://u:x%3ASECRET/ks",
        "u:SECRET@h"
      })
  void keepsPasswordsToItself(String url) {
    String text = url.replace("SECRET", SECRET);
    String said;
    try {
      CassandraUrl parsed = CassandraUrl.parse(text);
      said = parsed + " " + parsed.settings(Map.of()) + parsed.hosts();
    } catch (InvalidSettingException e) {
      said = Throwables.getStackTrace(e);
    }
    assertThat(said).doesNotContain(SECRET);
  }

  @Test
  void changesPartsOfTheUrl() {
    CassandraUrl url =
        CassandraUrl.parse("cassandra://u:p%40@h/ks?tls=true&tlsCAFile=a&connectTimeoutMS=3");

    assertThat(url.plain()).isEqualTo("cassandra://u:p%40@h/ks?connectTimeoutMS=3");
    assertThat(url.through(new HostAddress("::1", 7)))
        .isEqualTo("cassandra://u:p%40@[::1]:7/ks?tls=true&tlsCAFile=a&connectTimeoutMS=3");
    assertThat(url.toString())
        .isEqualTo("cassandra://<hidden>@h/ks?tls=true&tlsCAFile=a&connectTimeoutMS=3");
    assertThatThrownBy(() -> CassandraUrl.parse("cassandra://a,b").through(new HostAddress("c", 1)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("has several servers; name one");
  }

  @Test
  void takesDefaultsWhereItLacksThem() {
    CassandraUrl bare = CassandraUrl.parse("cassandra://h");
    CassandraUrl full =
        bare.withUser("us:er", "p @")
            .withKeyspace("ks")
            .withDefault("connectTimeoutMS", "5")
            .withDefault("localDatacenter", "dc 1");

    assertThat(full.user()).contains("us:er");
    assertThat(full.password()).contains("p @");
    assertThat(full.database()).contains("ks");
    assertThat(full.connectTimeout()).isEqualTo(Duration.ofMillis(5));
    assertThat(full.localDatacenter()).contains("dc 1");
    assertThat(full.withUser("other", "other").user()).contains("us:er");
    assertThat(full.withUser("other", "other").password()).contains("p @");
    assertThat(full.withKeyspace("other").database()).contains("ks");
    assertThat(full.withDefault("CONNECTTIMEOUTMS", "6").connectTimeout())
        .isEqualTo(Duration.ofMillis(5));
  }
}
