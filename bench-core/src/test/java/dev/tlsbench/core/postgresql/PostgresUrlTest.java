package dev.tlsbench.core.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.util.Throwables;
import org.jspecify.annotations.Nullable;
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
    "ssl=true, true, true, true",
    "ssl=true&sslmode=verify-full, true, false, false",
    "ssl=true&sslrootcert=ca.pem, true, false, true",
    "ssl=false, false, false, false",
    "sslmode=VERIFY-FULL, true, false, false",
    "channel_binding=require, true, false, false",
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

  /** Inputs that libpq and pgjdbc take by themselves. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql://h:/db | h:5432",
        "postgresql://h:,i:2/db | h:5432,i:2",
        "postgresql://h:1/db?port=2 | h:2",
        "postgresql://h:1/db?host=i | i:1",
        "postgresql://h:1,i:2/db?host=j,k | j:1,k:2",
        "jdbc:postgresql://h/db?PGHOST=i&PGPORT=3 | i:3",
        "postgresql://u:p?q#r@h/db | h:5432",
        "postgresql://:p@h/db | h:5432",
        "postgresql://@h/db | h:5432"
      })
  void readsHostsAsTheDriversDo(String url, String hosts) {
    assertThat(HostAddress.list(PostgresUrl.parse(url).hosts())).isEqualTo(hosts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "postgresql://u:p?q#r@h/db | password | p?q#r",
        "postgresql://:p@h/db | password | p",
        "postgresql://u@h/db#1?x=y | PGDBNAME | db#1",
        "postgresql://h/db?require_auth=scram-sha-256,password | requireAuth | scram-sha-256,password",
        "postgresql://h/db?require_auth=!md5 | requireAuth | !md5",
        "postgresql://h/db?require_auth= | requireAuth | ",
        "postgresql://h/db?connect_timeout=-1 | connectTimeout | 0",
        "postgresql://h/db?target_session_attrs=standby | targetServerType | secondary",
        "postgresql://h/db?target_session_attrs=x | targetServerType | x",
        "postgresql://h/db?load_balance_hosts=random | loadBalanceHosts | true",
        "postgresql://h/db?application_name=a&fallback_application_name=b | ApplicationName | a",
        "jdbc:postgresql://h/db?user=u&tcpKeepAlive | tcpKeepAlive | true",
        "jdbc:postgresql://h/db?currentSchema | currentSchema | ''",
        "jdbc:postgresql://h/db?myPlugin=x | myPlugin | x"
      })
  void givesOptionsToTheDriver(String url, String name, @Nullable String value) {
    assertThat(PostgresUrl.parse(url).driverProperties().getProperty(name)).isEqualTo(value);
  }

  @Test
  void takesAFileThatIsEmptyForMissing() {
    TlsSettings settings =
        settings("sslmode=require&sslcert=&sslkey=&sslpassword=&sslrootcert=&sslcrl=");

    assertThat(settings.identity().certificateFile()).isEmpty();
    assertThat(settings.trust().allowInvalidCertificates()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssl", "ssl=true", "ssl=TRUE", "sslMode=Verify-Full"})
  void verifiesAsPgjdbcDoes(String options) {
    TlsSettings settings =
        PostgresUrl.parse("jdbc:postgresql://h/db?" + options).settings(Map.of());

    assertThat(settings.enabled()).isTrue();
    assertThat(settings.trust().allowInvalidHostnames()).isFalse();
  }

  @Test
  void readsAStoreAsKeyAlone() {
    TlsSettings settings = settings("sslmode=verify-full&sslkey=client.p12&sslpassword=x");

    assertThat(settings.identity().certificateFile()).contains(Path.of("client.p12"));
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
        "sslmode=VERIFY | sslmode: 'VERIFY' is none of disable, require, verify-ca, verify-full",
        "sslmode= | sslmode: '' is none of disable",
        "connect_timeout=3 | says neither that TLS is wanted nor that it is not",
        "sslnegotiation=postgres | says neither that TLS is wanted nor that it is not",
        "sslmode=disable&sslnegotiation=direct | sslmode=disable: the URL has the TLS option sslneg",
        "sslmode=disable&sslrootcert=ca.pem | sslmode=disable: the URL has the TLS option sslroot",
        "sslmode=disable&channel_binding=require | the URL has the TLS option channel_binding too",
        "sslmode=require&sslrootcert=system | sslrootcert=system: anyone can have a certificate",
        "sslmode=require&sslcrl=x.pem | sslmode=require: accepts any certificate",
        "ssl=true&sslmode=disable | ssl, sslmode: contradict each other",
        "ssl=maybe | ssl: 'maybe' is none of true, false",
        "sslmode=require&gssencmode=require | gssencmode: 'require' is none of disable, allow, prefer",
        "sslmode=require&sslcrldir=/x | sslmode=require: accepts any certificate",
        "sslmode=disable&sslcrldir=/x | sslmode=disable: the URL has the TLS option sslcrldir too",
        "sslmode=require&sslsni=2 | sslsni: '2' is none of 0, 1",
        "sslmode=require&sslcertmode=x | sslcertmode: 'x' is none of disable, allow, require",
        "sslmode=disable&sslcertmode=require | the URL has the TLS option sslcertmode too",
        "sslmode=require&sslcertmode=require | a client certificate must be sent, and there is none",
        "sslpassword=x | sslpassword: a password without sslcert, sslkey; name the file",
        "sslmode=require&sslnegotiation=x | sslnegotiation: 'x' is none of postgres, direct",
        "sslmode=require&channel_binding=x | channel_binding: 'x' is none of disable, prefer, req",
        "sslmode=require&ssl_min_protocol_version=TLSv2 | ssl_min_protocol_version: 'TLSv2' is none",
        "ssl_min_protocol_version=TLSv1.3&ssl_max_protocol_version=TLSv1.2 | leave no protocol",
        "ssl_max_protocol_version=TLSv1.1 | leave no protocol between both",
        "sslfactory=org.postgresql.ssl.NonValidatingFactory | NonValidatingFactory say sslmode=req",
        "sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory | JavaSSLFactory sslmode=verify-full,",
        "sslaccept=strict | sslaccept: an option of Prisma; say sslmode=verify-full",
        "sslmode=require&sslkeylogfile=x | sslkeylogfile: not offered",
        "sslmode=require&hostaddr=::1 | hostaddr: not offered",
        "sslmode=require&service=x | service: not offered",
        "sslmode=require&sslmode=verify-ca | sslmode, sslmode: both say the same thing",
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
        "mysql://h | cannot be recognized by its beginning; write postgresql://",
        "postgresql://:1/db?sslmode=disable | names no host",
        "postgresql://a,/db?sslmode=disable | has a host or port that cannot be read",
        "postgresql://u:p@x@h/db?sslmode=disable | write '@' as %40",
        "postgresql://h/db?ssl | is not of the form name=value",
        "postgresql:///db?sslmode=disable | names no host, so libpq would go to a Unix socket",
        "postgresql://%2Frun%2Fpostgresql/db?sslmode=disable | Unix socket",
        "postgresql://h/db?host=/run/postgresql&sslmode=disable | Unix socket",
        "postgresql://h:x/db?sslmode=disable | has a host or port that cannot be read",
        "postgresql://h,i,j/db?port=1,2&sslmode=disable | gives 2 ports for 3 hosts",
        "postgresql://h/db?port=0&sslmode=disable | has a host or port that cannot be read",
        "postgresql://h/db?port=1:2&sslmode=disable | has a host or port that cannot be read",
        "postgresql://u:p/w@h/db?sslmode=disable | percent-encode",
        "jdbc:postgresql://u:p@h/db?sslmode=disable | database?user=name&password=secret"
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
        "postgresql://user:Quet?zal77/db@h?sslmode=require",
        "postgresql://user:Quetzal77/db?sslmode=require",
        "postgresql://user:pa%3AQuetzal77/db?sslmode=require",
        "postgresql://user:12%2CQuetzal77/db?sslmode=require",
        "postgresql://user:pa%2FQuetzal77/db?sslmode=require",
        "postgresql://user:Quetzal77%3A12/db?sslmode=require",
        "postgresql://user%3AQuetzal77%40h/db?sslmode=require",
        "jdbc:postgresql://h/db?password=Quetzal77&sslsni=Quetzal77"
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
                    "postgresql://h/db?sslmode=require&keepalives_idle=3&speling=1"
                        + "&schema=bench&pgbouncer=true&connection_limit=5")
                .warnings())
        .satisfiesExactly(
            schema -> assertThat(schema).startsWith("schema: ").endsWith("say currentSchema"),
            pooler -> assertThat(pooler).startsWith("pgbouncer: ").endsWith("prepareThreshold=0"),
            limit -> assertThat(limit).startsWith("connection_limit: has no effect"),
            keep -> assertThat(keep).startsWith("keepalives_idle: ignored"),
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
                    "PGREQUIREAUTH", "scram-sha-256",
                    "PGCHANNELBINDING", "require"));

    assertThat(url.settings(Map.of()).trust().allowInvalidHostnames()).isTrue();
    assertThat(url.settings(Map.of()).trust().caFile()).contains(Path.of("ca.pem"));
    assertThat(url.driverProperties())
        .containsEntry("user", "joe")
        .containsEntry("requireAuth", "scram-sha-256")
        .containsEntry("password", SECRET);
    assertThat(url.channelBinding()).isEqualTo("require");
    assertThat(url).asString().doesNotContain(SECRET);
  }

  @ParameterizedTest
  @CsvSource({
    "sslmode=disable, PGSSLROOTCERT, ca.pem, false",
    "sslmode=disable, PGSSLMINPROTOCOLVERSION, TLSv1.3, false",
    "ssl=true, PGSSLMODE, disable, true",
    "'', PGSSLMODE, verify-full, true"
  })
  void theEnvironmentDoesNotContradictTheUrl(String url, String name, String value, boolean tls) {
    assertThat(
            PostgresUrl.parse("postgresql://h/db?" + url)
                .withEnvironment(Map.of(name, value))
                .settings(Map.of())
                .enabled())
        .isEqualTo(tls);
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

  /** Inputs that would lead to another server without an error, or hide an option. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://h:5432?sslmode=verify-full&password=s3c@r3t",
        "postgresql://h?sslmode=verify-full&user=a@b",
        "jdbc:postgresql://h1,/db?sslmode=require",
        "jdbc:postgresql://h1,,h2/db?sslmode=require",
        "jdbc:postgresql:///db?host=a,&sslmode=require",
        "jdbc:postgresql://h/db?sslmode=require&password=s3c&r3t",
        "postgresql://h/db?sslmode=verify-full&sslrootcert=/a.pem&sslrootcert=system"
      })
  void refusesWhatWouldBeTakenForSomethingElse(String url) {
    assertThatThrownBy(() -> PostgresUrl.parse(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageNotContaining("r3t");
  }

  /** As pgjdbc does; a relay must stand in their place, too. */
  @ParameterizedTest
  @ValueSource(strings = {"HOST=other", "Host=other", "PGHOST=other"})
  void takesHostsInTheCasesOfTheDriver(String option) {
    PostgresUrl url = PostgresUrl.parse("postgresql://h/db?sslmode=require&" + option);

    assertThat(url.hosts()).containsExactly(new HostAddress("other", 5432));
    assertThat(url.through(new HostAddress("relay", 7)))
        .doesNotContain("other")
        .contains("relay:7");
  }

  @Test
  void takesUserFromTheEnvironmentBesideAPassword() {
    PostgresUrl url =
        PostgresUrl.parse("postgresql://:pw@h/db?sslmode=require")
            .withEnvironment(Map.of("PGUSER", "alice"));

    assertThat(url.driverProperties())
        .containsEntry("user", "alice")
        .containsEntry("password", "pw");
  }

  @Test
  void letsFilesOfTheEnvironmentBeWherePlainTextIsWanted() {
    PostgresUrl url =
        PostgresUrl.parse("postgresql://h/db")
            .withEnvironment(Map.of("PGSSLMODE", "disable", "PGSSLROOTCERT", "/ca.pem"));

    assertThat(url.settings(Map.of()).enabled()).isFalse();
  }
}
