package dev.tlsbench.measure.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.driver.Trial;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.TappedConnection.Kind;
import dev.tlsbench.relay.TlsTap;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.redis.RedisBinding;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;

@Timeout(60)
class MeasuredRedisTest {
  private static final MeasuredRedis REDIS = new MeasuredRedis();

  @Test
  void asksTheServerForItsFacts() throws Exception {
    try (ServerView view = REDIS.view(properties(SharedServers.redis().url()))) {
      assertThat(view.product()).isEqualTo("Redis");
      assertThat(view.version()).isEqualTo("6.2.11");
      assertThat(view.settings())
          .contains(entry("appendonly", "no"), entry("tls-auth-clients", "no"))
          .doesNotContainKeys("requirepass", "tls-key-file-pass");
      assertThat(view.status().get("connected_clients")).matches("[1-9]\\d*");
    }
  }

  /** Each part ends where the next begins. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void partsAddUpToTheWhole(boolean tls) throws Exception {
    String url = SharedServers.redis().url();
    try (Route route = new Route(Duration.ZERO);
        Access access = REDIS.access(properties(tls ? url : RedisUrl.parse(url).plain()), route);
        Access.Opener opener = access.opener()) {
      assertThat(access.query()).isEqualTo("PING");
      opener.open();
      Trial trial = opener.open();

      Map<String, Long> nanos = trial.nanos();
      long total = nanos.getOrDefault(Part.TOTAL.id(), 0L);
      assertThat(total).isPositive();
      assertThat(nanos.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(2 * total);
      assertThat(nanos).containsKey(Part.AUTHENTICATION.id());
      assertThat(nanos.containsKey(Part.TLS_HANDSHAKE.id())).isEqualTo(tls);
      if (tls) {
        assertThat(trial.tls()).isNotNull().returns(true, Negotiated::resumed);
      }
    }
  }

  /** AUTH, both CLIENT SETINFO in one write, and the query; a client's first is asked once more. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aConnectionIsThreeExchanges(boolean tls) throws Exception {
    RedisUrl url = RedisUrl.parse(SharedServers.redis().url());
    RedisUrl given = tls ? url : RedisUrl.parse(url.plain());
    int port = given.hosts().get(0).port();
    InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (TlsTap tap = TlsTap.to(server).open()) {
      RedisUrl through = RedisUrl.parse(given.through(new HostAddress("127.0.0.1", tap.port())));
      try (RedisConnections connections = (RedisConnections) through.open();
          Jedis first = connections.connect();
          Jedis second = connections.connect()) {
        assertThat(first.ping()).isEqualTo(second.ping());

        assertThat(tap.connections())
            .extracting(seen -> seen.transfer().exchanges())
            .containsExactly(4L, 3L);
        assertThat(tap.connections())
            .extracting(TappedConnection::kind)
            .containsOnly(tls ? Kind.TLS : Kind.PLAIN);
      }
    }
  }

  /** Of 28 bytes a command, and 22 of TLS 1.3 and 16 of SunJSSE's padding a record. */
  @Test
  void aPipelineIsOneRecord() throws Exception {
    RedisUrl url = RedisUrl.parse(SharedServers.redis().url());
    int port = url.hosts().get(0).port();
    InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (TlsTap tap = TlsTap.to(server).open();
        RedisConnections connections = (RedisConnections) url.open();
        Jedis counters = connections.connect()) {
      Properties run = properties(url.through(new HostAddress("127.0.0.1", tap.port())));
      run.setProperty("redis.pipeline", "16");
      Measurements.setProperties(run);
      DB db = new RedisBinding().newClient();
      db.setProperties(run);
      db.init();
      Map<String, ByteIterator> record = Map.of("field0", new StringByteIterator("a"));
      db.insert("usertable", "user1", record);
      counters.configResetStat();
      TappedConnection.Transfer before = tap.connections().get(0).transfer();
      assertThat(db.read("usertable", "user1", null, new HashMap<>())).isEqualTo(Status.OK);
      TappedConnection.Transfer after = tap.connections().get(0).transfer();
      assertThat(db.update("usertable", "user1", record)).isEqualTo(Status.OK);
      db.cleanup();

      assertThat(after.exchanges() - before.exchanges()).isEqualTo(1);
      assertThat(after.toServerBytes() - before.toServerBytes()).isEqualTo(16 * 28 + 22 + 16);
      assertThat(counters.info("commandstats"))
          .contains("cmdstat_hgetall:calls=16,", "cmdstat_hset:calls=16,");
    }
  }

  @Test
  void saysThatTheServerRefusesTheLogIn() {
    String url = SharedServers.redis().url().replaceFirst("//[^@]*@", "//default:wrong4711@");
    assertThatThrownBy(() -> REDIS.access(properties(url), new Route(Duration.ZERO)))
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageStartingWith("127.0.0.1:" + SharedServers.redis().port() + ": ")
        .hasMessageNotContaining("wrong4711");
  }

  private static Properties properties(String url) {
    Properties properties = new Properties();
    properties.setProperty("redis.url", url);
    return properties;
  }
}
