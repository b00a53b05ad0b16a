package dev.tlsbench.ycsb.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.ycsb.session.Binding;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The properties of the stock {@code redis} binding, and a URL. */
class RedisBindingTest {
  private static Properties properties(String... given) {
    Properties properties = new Properties();
    for (int i = 0; i < given.length; i += 2) {
      properties.setProperty(given[i], given[i + 1]);
    }
    return properties;
  }

  private static RedisUrl url(String... given) {
    return new RedisBinding().url(properties(given));
  }

  @Test
  void readsTheServerOfAStockWorkloadFile() {
    Properties properties =
        properties(
            "redis.host", "cache ",
            "redis.port", "6380",
            "redis.password", "p@ss",
            "redis.cluster", "false",
            "redis.timeout", "700");
    RedisUrl url = new RedisBinding().url(properties);

    assertThat(url)
        .hasToString("redis://<hidden>@cache:6380/?connectTimeoutMS=700&requestTimeoutMS=700");
    assertThat(url.plain()).contains("default:p%40ss@");
    assertThat(url.settings(Map.of()).enabled()).isFalse();
    assertThat(url.settings(Map.of("tls.enabled", "true")).enabled()).isTrue();
    assertThat(properties).containsKey("redis.host");
    assertThat(url("redis.host", "::1")).hasToString("redis://[::1]:6379/");
  }

  @Test
  void theUrlTakesPrecedenceOverPropertiesOfTheConnection() {
    RedisUrl url =
        url(
            "redis.url", "rediss://me:secret@db/1?requestTimeoutMS=5",
            "redis.password", "other",
            "redis.timeout", "900");

    assertThat(url).hasToString("rediss://<hidden>@db/1?requestTimeoutMS=5&connectTimeoutMS=900");
    assertThat(url.plain()).contains("me:secret@");
  }

  /** Before a run starts a server for itself. */
  @Test
  void preparingReplacesTheServerByAUrl() {
    Properties properties = properties("redis.host", "a", "redis.port", "7", "recordcount", "9");
    new RedisBinding().prepare(properties);

    assertThat(properties).isEqualTo(properties("redis.url", "redis://a:7/", "recordcount", "9"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "recordcount=1 | redis.url: not given; name a server",
        "redis.host=a,redis.url=redis://b | redis.host: redis.url names a server, too",
        "redis.host=a,redis.port=x | redis.port: 'x' is not a whole number from 1 to",
        "redis.host=a,redis.timeout=0 | redis.timeout: '0' is not a whole number from 1 to 3600000",
        "redis.host=a,redis.pipeline=0 | redis.pipeline: '0' is not a whole number from 1 to 10000",
        "redis.url=redis://b,redis.pipeline=10001 | redis.pipeline: '10001' is not a whole number",
        "redis.host=a,redis.cluster=true | redis.cluster: clusters are not supported",
        "redis.host=a,redis.cluster=yes | redis.cluster: 'yes' is neither true nor false",
        "redis.host=a,redis.pasword=x | did you mean redis.password?"
      })
  void refusesWhatCannotTakeEffect(String given, String message) {
    Properties properties = new Properties();
    for (String one : given.split(",", -1)) {
      properties.setProperty(one.split("=", 2)[0], one.split("=", 2)[1]);
    }
    assertThatThrownBy(() -> new RedisBinding().url(properties))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void isFoundByItsName() {
    assertThat(Binding.of("redis-tls")).isInstanceOf(RedisBinding.class);
    assertThat(Binding.ofUrl("valkeys://h")).isInstanceOf(RedisBinding.class);
    assertThat(new RedisBinding().createTableProperty()).isEmpty();
  }
}
