package dev.tlsbench.core.redis;

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

class RedisUrlTest {
  private static final String SECRET = "Quetzal77";

  private static TlsSettings settings(String options) {
    return RedisUrl.parse("redis://h/?" + options).settings(Map.of());
  }

  @Test
  void readsHostUserDatabaseAndOptions() {
    RedisUrl url =
        RedisUrl.parse(
            " Redis://us%3Aer:p+%40%2F@cache.example.org:6380/3"
                + "?CONNECTTIMEOUTMS=300&requestTimeoutMS=4000&plainPort=7 ");

    assertThat(url.hosts()).containsExactly(new HostAddress("cache.example.org", 6380));
    assertThat(url.database()).contains("3");
    assertThat(url.number()).isEqualTo(3);
    assertThat(url.user()).contains("us:er");
    assertThat(url.password()).contains("p+@/");
    assertThat(url.connectTimeout()).isEqualTo(Duration.ofMillis(300));
    assertThat(url.requestTimeout()).isEqualTo(Duration.ofSeconds(4));
    assertThat(url.warnings()).isEmpty();
    assertThat(url.settings(Map.of()).enabled()).isFalse();
    assertThat(url.tls().enabled(true).build().handshakeTimeout())
        .isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void hasDefaults() {
    RedisUrl url = RedisUrl.parse("redis://h");

    assertThat(url.hosts()).containsExactly(new HostAddress("h", 6379));
    assertThat(url.database()).isEmpty();
    assertThat(url.number()).isZero();
    assertThat(url.user()).isEmpty();
    assertThat(url.password()).isEmpty();
    assertThat(url.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(url.requestTimeout()).isEqualTo(Duration.ofSeconds(2));
  }

  @ParameterizedTest
  @CsvSource({
    "redis://h, false",
    "valkey://h, false",
    "rediss://h, true",
    "VALKEYS://h, true",
    "rediss://h/?tls=true, true",
    "redis://h/?tls=true, true",
    "redis://h/?tlsCAFile=ca.pem, true",
    "redis://h/?tls=false, false"
  })
  void itsSchemeSaysWhetherTlsIsWanted(String text, boolean tls) {
    RedisUrl url = (RedisUrl) Database.ofUrl(text).parse(text);

    assertThat(url.kind().id()).isEqualTo("redis");
    assertThat(url.settings(Map.of()).enabled()).isEqualTo(tls);
    assertThat(url.settings(Map.of()).trust().allowInvalidHostnames()).isFalse();
  }

  /** As redis-cli -u has them. */
  @ParameterizedTest
  @CsvSource({
    "redis://:secret@h, default, secret",
    "RedisS://:s%3A@h:1/2, default, s:",
    "redis://u:secret@h, u, secret",
    "redis://u@h, u, ''",
    "redis://u:@h, u, ''"
  })
  void readsUserAndPassword(String url, String user, String password) {
    assertThat(RedisUrl.parse(url).user()).contains(user);
    assertThat(RedisUrl.parse(url).password()).contains(password);
  }

  @ParameterizedTest
  @CsvSource({
    "redis://h, default, new",
    "redis://u@h, u, new",
    "redis://u:old@h, u, old",
    "redis://:old@h, default, old"
  })
  void takesAPasswordWhereItLacksOne(String url, String user, String password) {
    RedisUrl completed = RedisUrl.parse(url).withPassword("new");

    assertThat(completed.user()).contains(user);
    assertThat(completed.password()).contains(password);
  }

  @Test
  void readsTlsOptionsByTheNamesOfMongoDb() {
    TlsSettings settings =
        settings(
            "tlscafile=a%2Fca.pem&tlsCertificateKeyFile=c.pem&tlsProtocols=TLSv1.2"
                + "&tlsProvider=bouncycastle&connectTimeoutMS=9&tlsHandshakeTimeoutMS=700");

    assertThat(settings.trust().caFile()).contains(Path.of("a/ca.pem"));
    assertThat(settings.identity().certificateFile()).contains(Path.of("c.pem"));
    assertThat(settings.offer().protocols()).containsExactly("TLSv1.2");
    assertThat(settings.provider()).isEqualTo(TlsProvider.BOUNCY_CASTLE);
    assertThat(settings.handshakeTimeout()).isEqualTo(Duration.ofMillis(700));
    assertThat(settings("tlsInsecure=true").trust().allowInvalidCertificates()).isTrue();
  }

  @Test
  void propertiesOverrideTheUrlAndMustNotContradictIt() {
    RedisUrl url = RedisUrl.parse("rediss://h/?tlsCAFile=a.pem");

    assertThat(url.settings(Map.of("tls.caFile", "b.pem")).trust().caFile())
        .contains(Path.of("b.pem"));
    assertThat(RedisUrl.parse("redis://h").settings(Map.of("tls.enabled", "true")).enabled())
        .isTrue();
    assertThatThrownBy(() -> url.settings(Map.of("tls.enabled", "false")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("the URL says the opposite");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redis://h/?tls=yes | tls: 'yes' is none of false, true",
        "rediss://h/?tls=false | tls=false: the scheme of the URL asks for TLS",
        "rediss://h/?ssl=false&tlsCAFile=a | the scheme of the URL asks for TLS",
        "redis://h/?tls=false&tlsCAFile=a | tls=false: the URL has the TLS option tlsCAFile too",
        "redis://h/?tlsCAFil=a | there is no such option of a Redis URL; did you mean tlsCAFile?",
        "redis://h/?db=1 | db: there is no such option of a Redis URL",
        "redis://h/?plainPort=0 | plainPort: not a whole number from 1 to 65535",
        "redis://h/?plainPort=65536 | plainPort: not a whole number",
        "redis://h/?connectTimeoutMS=x | connectTimeoutMS: not a whole number from 1 to 3600000",
        "redis://h/?requestTimeoutMS=3600001 | requestTimeoutMS: not a whole number",
        "redis://h/one | names a database that is no number",
        "redis://h/-1 | names a database that is no number",
        "redis://h/0/1 | names a database that is no number",
        "redis://h/99999999 | names a database that is no number",
        "redis://a,b | names several servers; name one",
        "redis-sentinel://h | write rediss://",
        "redis:h | write rediss://",
        "redis:// | host or port that cannot be read",
        "redis://h:0 | host or port that cannot be read",
        "redis://@h/ | percent-encoded, or no user name",
        "redis://%2Frun%2Fredis.sock/ | Unix socket"
      })
  void refusesWhatCannotBeReadOrTakeEffect(String url, String message) {
    assertThatThrownBy(() -> RedisUrl.parse(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://u:SECRET@h/0?tls=true",
        "redis://:SECRET@h/0",
        "redis://:SECRET@h:x/0",
        "rediss://:SECRET/0",
        "redis://:a@SECRET@h/",
        "redis://:a/SECRET@h/",
        "valkeys://u:SECRET@h/?tlsCertificateKeyFile=c&tlsCertificateKeyFilePassword=SECRET",
        "redis://u:SECRET@h:x/",
        "redis://u:a/SECRET@h/",
        "redis://u:a?SECRET@h/",
        "redis://u:a?x=SECRET@h/",
        "redis://u:a@SECRET@h/",
        "redis://u:SECRET@h/?noSuch=1",
        "redis://u:SECRET@h/?tls=SECRET",
        "redis://h/?tlsCertificateKeyFilePassword=a&SECRET=1",
        "redis://u:12?tlsProtocols=SECRET@h/",
        "redis://u:SECRET/0",
        "redis://u:1,x%2FSECRET",
        "u:SECRET@h"
      })
  void keepsPasswordsToItself(String url) {
    String text = url.replace("SECRET", SECRET);
    String said;
    try {
      RedisUrl parsed = RedisUrl.parse(text);
      said = parsed + " " + parsed.settings(Map.of()) + parsed.hosts();
    } catch (InvalidSettingException e) {
      said = Throwables.getStackTrace(e);
    }
    assertThat(said).doesNotContain(SECRET);
  }

  @Test
  void changesPartsOfTheUrl() {
    RedisUrl url =
        RedisUrl.parse("rediss://u:p%40@h:6380/2?tlsCAFile=a&connectTimeoutMS=3&plainPort=6379");

    assertThat(url.plain()).isEqualTo("redis://u:p%40@h:6379/2?connectTimeoutMS=3");
    assertThat(RedisUrl.parse("valkeys://[::1]").plain()).isEqualTo("valkey://[::1]:6379/");
    assertThat(RedisUrl.parse("redis://h/?tls=true").plain()).isEqualTo("redis://h:6379/");
    assertThat(url.through(new HostAddress("::1", 7)))
        .isEqualTo("rediss://u:p%40@[::1]:7/2?tlsCAFile=a&connectTimeoutMS=3&plainPort=6379");
    assertThat(url.toString())
        .isEqualTo("rediss://<hidden>@h:6380/2?tlsCAFile=a&connectTimeoutMS=3&plainPort=6379");
    assertThat(url.withDefault("connectTimeoutMS", "9").connectTimeout())
        .isEqualTo(Duration.ofMillis(3));
    assertThat(url.withDefault("requestTimeoutMS", "9").requestTimeout())
        .isEqualTo(Duration.ofMillis(9));
  }
}
