package dev.tlsbench.measure.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.embedded.redis.EmbeddedRedis;
import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.connect.ConnectOrder.Taken;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.Trial;
import dev.tlsbench.measure.fork.ForkSpec;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.session.Binding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Storms on a server that counts its connections, too. */
@Timeout(120)
class StormTest {
  private static EmbeddedRedis server;
  private static RedisConnections connections;
  private static Jedis admin;

  private ConnectWork work;

  @BeforeAll
  static void start() throws Exception {
    server = EmbeddedRedis.builder().allowPlain().start();
    connections = (RedisConnections) RedisUrl.parse(server.url()).open();
    admin = connections.connect();
  }

  @AfterAll
  static void stop() {
    admin.close();
    connections.close();
    server.close();
  }

  @BeforeEach
  void connect() throws Exception {
    RedisUrl url = RedisUrl.parse(server.url());
    Map<String, Map<String, String>> series = new LinkedHashMap<>();
    series.put("plain", Map.of("redis.url", url.plain()));
    series.put("tls-full", Map.of("redis.url", server.url(), "tls.resumption", "false"));
    series.put("tls-resumed", Map.of("redis.url", server.url(), "tls.resumption", "true"));
    work =
        new ConnectWork(
            new ForkSpec(
                "redis-tls",
                series,
                new Settings.Clients(1, 0, Set.of(), List.of(server.pid())),
                false,
                1,
                0,
                0),
            () -> {});
    work.answer(order(Stage.CONNECT, 1));
  }

  @AfterEach
  void close() {
    work.close();
  }

  @Test
  void completesAsManyConnectionsAsTheServerCounts() throws Exception {
    long before = received();
    List<Turn> turns = storm(3);

    assertThat(turns.stream().mapToLong(Turn::made).sum()).isEqualTo(received() - before);
    assertThat(turns)
        .allSatisfy(turn -> assertThat(turn.failed()).isZero())
        .allSatisfy(turn -> assertThat(turn.perSecond()).isPositive())
        .allSatisfy(turn -> assertThat(turn.serverCpuMillis()).isNotNull())
        .allSatisfy(turn -> assertThat(turn.clientLoad()).isPositive())
        .allSatisfy(turn -> assertThat(turn.trials()).isEmpty())
        .extracting(Turn::name)
        .containsExactlyInAnyOrder(
            "concurrency=3.plain",
            "concurrency=3.tls-full",
            "concurrency=3.tls-resumed",
            "concurrency=3.control");
  }

  @Test
  void resumesAllButTheFirstConnectionOfOneThread() throws Exception {
    Turn first = named(storm(1), "tls-resumed");
    List<Turn> later = storm(1);

    assertThat(first.others()).isEqualTo(1);
    assertThat(named(later, "tls-resumed").resumedPercent(Kind.RESUMED)).isEqualTo(100);
    assertThat(named(later, "tls-full").resumedPercent(Kind.FULL)).isZero();
    assertThat(named(later, "plain").resumedPercent(Kind.PLAIN)).isNaN();
  }

  @Test
  void countsConnectionsThatTheServerRefuses() throws Exception {
    List<Jedis> held = new ArrayList<>(List.of(connections.connect(), connections.connect()));
    admin.configSet("maxclients", "4");
    List<Turn> turns = storm(16);
    admin.configSet("maxclients", "1000");
    held.forEach(Jedis::close);

    assertThat(turns.stream().mapToInt(Turn::failed).sum()).isPositive();
    assertThat(turns)
        .allSatisfy(turn -> assertThat(turn.failure() == null).isEqualTo(turn.failed() == 0));
  }

  /** The embedded MariaDB resumes sessions under TLS 1.2 only. */
  @ParameterizedTest
  @ValueSource(strings = {"mongodb-tls", "mysql-tls", "cassandra-tls", "redis-tls"})
  void anotherThreadResumesTheSession(String name) throws Exception {
    Binding binding = Binding.of(name);
    Properties properties = new Properties();
    properties.setProperty(
        binding.urlProperty(),
        switch (name) {
          case "mongodb-tls" -> SharedServers.mongo().url();
          case "mysql-tls" -> SharedServers.mySql().url();
          case "cassandra-tls" -> SharedServers.cassandra().url();
          default -> server.url();
        });
    if (name.equals("mysql-tls")) {
      properties.setProperty("tls.protocols", "TLSv1.2");
    }
    try (Route route = new Route(Duration.ZERO);
        Access access = MeasuredDatabase.of(binding.database()).access(properties, route);
        Access.Opener opener = access.opener()) {
      opener.open();
      Access.Opener other = opener.sharing();
      Trial trial =
          CompletableFuture.supplyAsync(
                  () -> {
                    try {
                      return other.open();
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    }
                  })
              .get();

      assertThat(trial.tls()).isNotNull().returns(true, Negotiated::resumed);
      long total = trial.nanos().getOrDefault("total", 0L);
      assertThat(trial.nanos().values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(2 * total);
      other.close();
    }
  }

  private List<Turn> storm(int threads) throws Exception {
    return ((Taken) work.answer(order(Stage.STORM, threads))).turns();
  }

  private static ConnectOrder order(Stage stage, int times) {
    return new ConnectOrder(stage, 0, Series.of(Series.USUAL), 1, times);
  }

  private static Turn named(List<Turn> turns, String series) {
    return turns.stream()
        .filter(turn -> turn.name().endsWith("." + series))
        .findFirst()
        .orElseThrow();
  }

  private long received() {
    return Long.parseLong(
        admin
            .info("stats")
            .lines()
            .filter(line -> line.startsWith("total_connections_received:"))
            .findFirst()
            .orElseThrow()
            .split(":", 2)[1]);
  }
}
