package dev.tlsbench.core.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.HostAddress;
import dev.tlsbench.core.tls.TlsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresUrlTest {
  private static final String SECRET = "Quetzal77";

  private static TlsSettings settings(String options) {
    return PostgresUrl.parse("postgresql://h/db?" + options).settings(Map.of());
  }

  @Test
  void readsTheUriOfLibpq() {
    PostgresUrl url =
        PostgresUrl.parse(
            "postgres://us%3Aer:p+%40%2F@db.example.org:1,[::1],other:3/my%20db?sslmode=require"
                + "&application_name=a+b&connect_timeout=3&target_session_attrs=read-write");

    assertThat(url.hosts())
        .containsExactly(
            new HostAddress("db.example.org", 1),
            new HostAddress("::1", 5432),
            new HostAddress("other", 3));
    assertThat(url.database()).contains("my db");
    assertThat(url.driverUrl()).isEqualTo("jdbc:postgresql://db.example.org:1,[::1]:5432,other:3/");
    assertThat(url.driverProperties())
        .containsEntry("user", "us:er")
        .containsEntry("password", "p+@/")
        .containsEntry("PGDBNAME", "my db")
        .containsEntry("ApplicationName", "a+b")
        .containsEntry("targetServerType", "primary")
        .containsEntry("connectTimeout", "3");
    assertThat(url.loginTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(url.warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql:db?user=u&password=p+q, localhost:5432, db",
    "jdbc:postgresql:?user=u&password=p+q, localhost:5432, ",
    "jdbc:postgresql:/?user=u&password=p+q, localhost:5432, ",
    "jdbc:postgresql://:1/db?user=u&password=p+q, localhost:1, db",
    "'jdbc:postgresql://a:1,b/db?user=u&password=p+q', 'a:1,b:5432', db"
  })
  void readsTheUrlOfPgjdbc(String text, String hosts, String database) {
    PostgresUrl url = PostgresUrl.parse(text);

    assertThat(HostAddress.list(url.hosts())).isEqualTo(hosts);
    assertThat(url.database().orElse(null)).isEqualTo(database);
    assertThat(url.driverProperties()).containsEntry("user", "u").containsEntry("password", "p q");
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql:///?host=db:5433&sslmode=disable, db:5433",
    "postgresql:///?host=fe80::1%25eth0.1&sslmode=disable, [fe80::1%eth0.1]:5432",
    "postgresql://[fe80::1%25br-lan]:1/?sslmode=disable, [fe80::1%br-lan]:1"
  })
  void readsHostsWithPortsAndScopes(String text, String hosts) {
    assertThat(HostAddress.list(PostgresUrl.parse(text).hosts())).isEqualTo(hosts);
  }

  @ParameterizedTest
  @CsvSource({
    "sslmode=disable, false, false, false",
    "sslmode=require, true, true, true",
    "sslmode=require&sslrootcert=ca.pem, true, false, true",
    "sslmode=verify-ca, true, false, true",
    "sslmode=verify-full, true, false, false",
    "sslrootcert=system, true, false, false",
    "sslrootcert=ca.pem, true, false, false",
    "ssl=true, true, false, false",
    "ssl, true, false, false",
    "ssl=false, false, false, false",
    "sslMode=verify-ca, true, false, true",
    "ssl_min_protocol_version=TLSv1.3, true, false, false",
    "sslnegotiation=direct, true, false, false"
  })
  void verifiesAsLibpqDoesOrMore(String options, boolean tls, boolean anyChain, boolean anyName) {
    TlsSettings settings = settings(options);

    assertThat(settings.enabled()).isEqualTo(tls);
    assertThat(settings.trust().allowInvalidCertificates()).isEqualTo(anyChain);
    assertThat(settings.trust().allowInvalidHostnames()).isEqualTo(anyName);
  }

  @Test
  void readsFilesAndProtocols() {
    TlsSettings settings =
        settings(
            "sslmode=verify-full&sslrootcert=ca.pem&sslcert=c.pem&sslkey=k.pem&sslcrl=crl.pem"
                + "&ssl_max_protocol_version=tlsv1.2&sslnegotiation=direct");

    assertThat(settings.trust().caFile()).contains(Path.of("ca.pem"));
    assertThat(settings.identity().certificateFile()).contains(Path.of("c.pem"));
    assertThat(settings.identity().keyFile()).contains(Path.of("k.pem"));
    assertThat(settings.offer().protocols()).containsExactly("TLSv1.2");
    assertThat(settings.offer().applicationProtocols()).containsExactly("postgresql");
    assertThat(
            settings("sslmode=require&sslcert=c.pem&sslkey=k.pem&sslcertmode=disable")
                .identity()
                .certificateFile())
        .isEmpty();
    assertThat(
            settings("sslmode=require&sslcert=c.pem&sslkey=k.pem&sslcertmode=require")
                .identity()
                .mustBeSent())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sslmode=prefer | sslmode=prefer: falls back to plain text",
        "sslmode=allow | sslmode=allow: falls back to plain text",
        "sslmode=VERIFY | sslmode: there is no mode 'VERIFY'; say sslmode=verify-full",
        "connect_timeout=3 | says neither that TLS is wanted nor that it is not",
        "sslnegotiation=postgres | says neither that TLS is wanted nor that it is not",
        "sslmode=disable&sslnegotiation=direct | sslmode=disable: the URL has the TLS option sslneg",
        "sslmode=disable&sslrootcert=ca.pem | sslmode=disable: the URL has the TLS option sslroot",
        "sslmode=disable&channel_binding=require | contradicts channel_binding=require",
        "sslmode=require&sslrootcert=system | sslrootcert=system: anyone can have a certificate",
        "sslmode=require&sslcrl=x.pem | contradicts sslcrl; say verify-ca",
        "ssl=true&sslmode=disable | ssl, sslmode: contradict each other",
        "ssl=maybe | ssl: 'maybe' is none of true, false",
        "sslmode=require&gssencmode=require | gssencmode=require: asks for encryption by GSSAPI",
        "sslmode=require&sslcrldir=/x | contradicts sslcrldir; say verify-ca",
        "sslmode=disable&sslcrldir=/x | sslmode=disable: the URL has the TLS option sslcrldir too",
        "sslmode=require&sslsni=2 | sslsni: '2' is none of 0, 1",
        "sslmode=require&sslcertmode=x | sslcertmode: 'x' is none of allow, disable, require",
        "sslmode=disable&sslcertmode=require | contradicts sslcertmode=require",
        "sslmode=require&sslcertmode=require | a client certificate must be sent, and there is none",
        "sslmode=require&sslnegotiation=x | sslnegotiation: 'x' is none of postgres, direct",
        "sslmode=require&channel_binding=x | channel_binding: 'x' is none of disable, prefer, req",
        "sslmode=require&ssl_min_protocol_version=TLSv2 | ssl_min_protocol_version: 'TLSv2' is none",
        "ssl_min_protocol_version=TLSv1.3&ssl_max_protocol_version=TLSv1.2 | leave no protocol",
        "ssl_max_protocol_version=TLSv1.1 | leave no protocol between TLSv1.2 and TLSv1.1",
        "sslmode=require&sslfactory=x | sslfactory: not offered; choose the TLS implementation",
        "sslmode=require&sslkeylogfile=x | sslkeylogfile: not offered",
        "sslmode=require&hostaddr=::1 | hostaddr: not offered",
        "sslmode=require&service=x | service: not offered",
        "sslmode=require&sslmode=verify-ca | sslmode, sslmode: both say the same thing",
        "sslmode=require&target_session_attrs=x | target_session_attrs: 'x' is none of",
        "sslmode=require&connect_timeout=x | connect_timeout: 'x' is not a number of seconds"
      })
  void refusesWhatCannotTakeEffect(String options, String message) {
    assertThatThrownBy(() -> settings(options))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql://h | starts with none of postgresql://",
        "postgresql:///db?sslmode=disable | names no host, so libpq would go to a Unix socket",
        "postgresql://%2Frun%2Fpostgresql/db?sslmode=disable | Unix socket",
        "postgresql://h/db?host=/run/postgresql&sslmode=disable | Unix socket",
        "postgresql://h:x/db?sslmode=disable | has a host or port that cannot be read",
        "postgresql://h,i,j/db?port=1,2&sslmode=disable | gives 2 ports for 3 hosts",
        "postgresql://h/db?port=0&sslmode=disable | port: not a number from 1 to 65535",
        "postgresql://h/db?port=1:2&sslmode=disable | port: not a number from 1 to 65535",
        "postgresql://u:p/w@h/db?sslmode=disable | percent-encode",
        "jdbc:postgresql://u:p@h/db?sslmode=disable | pgjdbc takes user and password as the options"
      })
  void refusesUrlsThatCannotBeRead(String url, String message) {
    assertThatThrownBy(() -> PostgresUrl.parse(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://user:Quetzal77@h/db?sslmode=x",
        "postgresql://h/db?password=Quetzal77&sslmode=x",
        "postgresql://h/db?sslpassword=Quetzal77&sslmode=prefer",
        "postgresql://user:Quet?zal77@h/db?sslmode=require",
        "postgresql://user:Quetzal77/db?sslmode=require",
        "postgresql://user:pa%3AQuetzal77/db?sslmode=require",
        "postgresql://user:12%2CQuetzal77/db?sslmode=require",
        "postgresql://user:pa%2FQuetzal77/db?sslmode=require",
        "postgresql://user:Quetzal77%3A12/db?sslmode=require",
        "postgresql://user%3AQuetzal77%40h/db?sslmode=require",
        "jdbc:postgresql://h/db?password=Quetzal77&targetServerType=Quetzal77"
      })
  void quotesNoPassword(String url) {
    assertThatThrownBy(() -> PostgresUrl.parse(url))
        .isInstanceOf(InvalidSettingException.class)
        .extracting(Throwables::getStackTrace, STRING)
        .doesNotContain("zal77");
  }

  @Test
  void hidesUserAndPasswords() {
    assertThat(
            PostgresUrl.parse(
                "postgresql://joe:"
                    + SECRET
                    + "@h/db?sslmode=require&sslpassword="
                    + SECRET
                    + "&sslcert=c&sslkey=k"))
        .asString()
        .isEqualTo(
            "postgresql://<hidden>@h:5432/db?sslmode=require&sslpassword=<hidden>&sslcert=c&sslkey=k");
  }

  @Test
  void warnsOfWhatHasNoEffect() {
    assertThat(
            PostgresUrl.parse(
                    "postgresql://h/db?sslmode=require&requirepeer=postgres&gssencmode=prefer"
                        + "&keepalives_idle=3&speling=1")
                .warnings())
        .satisfiesExactly(
            peer -> assertThat(peer).startsWith("requirepeer: has no effect"),
            gss -> assertThat(gss).startsWith("gssencmode: has no effect"),
            keep -> assertThat(keep).startsWith("keepalives_idle: has no effect"),
            wrong -> assertThat(wrong).startsWith("speling: ignored"));
  }

  @Test
  void readsTheEnvironmentWhereTheUrlIsSilent() {
    PostgresUrl url =
        PostgresUrl.parse("postgresql://joe@h/db?sslmode=verify-ca")
            .withEnvironment(
                Map.of(
                    "PGSSLMODE", "disable",
                    "PGSSLROOTCERT", "ca.pem",
                    "PGUSER", "other",
                    "PGPASSWORD", SECRET,
                    "PGCHANNELBINDING", "require"));

    assertThat(url.settings(Map.of()).trust().allowInvalidHostnames()).isTrue();
    assertThat(url.settings(Map.of()).trust().caFile()).contains(Path.of("ca.pem"));
    assertThat(url.driverProperties())
        .containsEntry("user", "joe")
        .containsEntry("password", SECRET);
    assertThat(url.tlsOptions().channelBinding()).isEqualTo("require");
    assertThat(url).asString().doesNotContain(SECRET);
  }

  @Test
  void changesToPlainTextAndToARelay() {
    String given = "postgresql://u:p%40@h:1/db?sslmode=verify-full&sslrootcert=ca&options=-c%20x";
    PostgresUrl url = PostgresUrl.parse(given);

    assertThat(url.plain()).isEqualTo("postgresql://u:p%40@h:1/db?options=-c%20x&sslmode=disable");
    assertThat(url.through(new HostAddress("127.0.0.1", 9)))
        .isEqualTo(given.replace("@h:1", "@127.0.0.1:9"));
    assertThat(PostgresUrl.parse("jdbc:postgresql:db?ssl=true").plain())
        .isEqualTo("jdbc:postgresql://localhost:5432/db?sslmode=disable");
    assertThatThrownBy(
            () ->
                PostgresUrl.parse("postgresql://a,b/db?sslmode=require")
                    .through(new HostAddress("h", 1)))
        .hasMessageContaining("has several servers");
  }

  @Test
  void propertiesOverrideTheUrl() {
    PostgresUrl url = PostgresUrl.parse("postgresql://h/db?sslmode=require");

    assertThat(url.settings(Map.of("tls.protocols", "TLSv1.3")).offer().protocols())
        .containsExactly("TLSv1.3");
    assertThat(
            url.settings(Map.of("postgresql.sslnegotiation", "direct"))
                .offer()
                .applicationProtocols())
        .containsExactly("postgresql");
    assertThatThrownBy(() -> url.settings(Map.of("postgresql.sslnegotiation", "x")))
        .hasMessageContaining("'x' is neither postgres nor direct");
    assertThatThrownBy(() -> url.settings(Map.of("tls.enabled", "false")))
        .isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void takesDefaultsForOptionsThatItLacks() {
    PostgresUrl url = PostgresUrl.parse("postgresql://joe:s3cret@db/ycsb?sslmode=require&user=eve");
    assertThat(
            url.withDefault("reWriteBatchedInserts", "true")
                .withDefault("password", "other")
                .withDefault("user", "other")
                .driverProperties())
        .containsEntry("reWriteBatchedInserts", "true")
        .containsEntry("password", "s3cret")
        .containsEntry("user", "eve");
  }
}
