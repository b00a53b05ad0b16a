package dev.tlsbench.core.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.url.HostAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisUrlTest {
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
    assertThat(url.requestTimeout()).contains(Duration.ofSeconds(4));
    assertThat(url.warnings()).isEmpty();
    assertThat(url.settings(Map.of()).enabled()).isFalse();
    assertThat(url.tls().enabled(true).build().handshakeTimeout())
        .isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void hasDefaults() {
    RedisUrl url = RedisUrl.parse("redis://h");

    assertThat(Database.ofUrl("Valkeys://h").id()).isEqualTo("redis");
    assertThat(url.hosts()).containsExactly(new HostAddress("h", 6379));
    assertThat(url.database()).isEmpty();
    assertThat(url.number()).isZero();
    assertThat(url.user()).isEmpty();
    assertThat(url.password()).isEmpty();
    assertThat(url.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(url.requestTimeout()).isEmpty();
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redis://h/?db=1 | db: there is no such option of a Redis URL",
        "redis://h/?plainPort=0 | plainPort: not a whole number from 1 to 65535",
        "redis://h/?plainPort=65536 | plainPort: not a whole number",
        "redis://h/one | names a database that is no number",
        "redis://h/-1 | names a database that is no number",
        "redis://h/0/1 | names a database that is no number",
        "redis://h/99999999 | names a database that is no number",
        "redis://a,b | names several servers; name one",
        "redis-sentinel://h | write rediss://",
        "redis:h | write rediss://"
      })
  void refusesWhatCannotBeReadOrTakeEffect(String url, String message) {
    assertThatThrownBy(() -> RedisUrl.parse(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void changesPartsOfTheUrl() {
    RedisUrl url =
        RedisUrl.parse("rediss://u:p%40@h:6380/2?tlsCAFile=a&connectTimeoutMS=3&plainPort=6379");

    assertThat(url.plain()).isEqualTo("redis://u:p%40@h:6379/2?connectTimeoutMS=3");
    assertThat(RedisUrl.parse("valkeys://[::1]").plain()).isEqualTo("valkey://[::1]/");
    assertThat(RedisUrl.parse("redis://h/?tls=true").plain()).isEqualTo("redis://h/");
    assertThat(url.through(new HostAddress("::1", 7)))
        .isEqualTo("rediss://u:p%40@[::1]:7/2?tlsCAFile=a&connectTimeoutMS=3&plainPort=6379");
    assertThat(url.toString())
        .isEqualTo("rediss://<hidden>@h:6380/2?tlsCAFile=a&connectTimeoutMS=3&plainPort=6379");
    assertThat(url.withDefault("connectTimeoutMS", "9").connectTimeout())
        .isEqualTo(Duration.ofMillis(3));
    assertThat(url.withDefault("requestTimeoutMS", "9").requestTimeout())
        .contains(Duration.ofMillis(9));
  }
}
