package dev.tlsbench.ycsb;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

class RedisTlsClientTest extends BindingContract {
  private static final Binding BINDING = Binding.of("redis-tls");

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedServer server;

  RedisTlsClientTest() {
    super(BINDING, "redis.batchsize", Jedis.class);
  }

  @BeforeAll
  static void start() {
    server = SharedServers.redis();
  }

  /** A delete tells whether there was a record. */
  @Override
  Set<Ability> lacks() {
    return Set.of(Ability.ORDERED_SCANS, Ability.DUPLICATE_KEY_ERRORS);
  }

  @Override
  EmbeddedServer server() {
    return server;
  }

  private static Jedis jedis() throws Exception {
    return ((RedisConnections) RedisUrl.parse(server.url()).open()).connect();
  }

  /** A name is part of keys, and any can be. */
  @Test
  @Override
  void saysErrorForATableThatCannotBe() throws DBException {
    DB db = open();
    assertThat(db.insert("", "user1", text("a", "b", "c"))).isSameAs(Status.OK);
    assertThat(db.delete("", "user1")).isSameAs(Status.OK);
  }

  /** The stock binding has one table. */
  @Test
  void keepsOtherTablesApart() throws Exception {
    DB db = open();
    db.insert("usertable", "user1", text("a"));
    db.insert("other", "user1", text("b"));
    db.insert("other", "user2", text("c"));
    Session session = BINDING.share(properties, ConnectionListener.NONE);

    assertThat(read(db, "user1")).containsEntry("field0", "a");
    try (Jedis jedis = jedis()) {
      assertThat(jedis.hgetAll("other:user1")).isEqualTo(Map.of("field0", "b"));
    }
    assertThat(List.of(session.count("usertable"), session.count("other"))).containsExactly(1L, 2L);
    session.clear("other");
    assertThat(List.of(session.count("usertable"), session.count("other"))).containsExactly(1L, 0L);
    assertThat(db.read("other", "user1", null, new HashMap<>())).isSameAs(Status.NOT_FOUND);
    BINDING.release(properties);
  }

  @Test
  void anOperationIsAPipelineIfAsked() throws DBException {
    properties.setProperty("redis.pipeline", "3");
    DB db = open();
    db.insert("usertable", "user1", text("a", "b"));
    db.update("usertable", "user1", text("x"));

    assertThat(read(db, "user1")).isEqualTo(Map.of("field0", "x", "field1", "b"));
    assertThat(db.read("usertable", "user1", Set.of("field9"), new HashMap<>()))
        .isSameAs(Status.NOT_FOUND);
  }

  /** Redis creates what is updated. */
  @Test
  @Override
  void saysNotFoundWhereThereIsNoRecord() throws DBException {
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));

    assertThat(db.read("usertable", "user2", null, new HashMap<>())).isSameAs(Status.NOT_FOUND);
    assertThat(db.read("usertable", "user2", Set.of("field0"), new HashMap<>()))
        .isSameAs(Status.NOT_FOUND);
    assertThat(db.delete("usertable", "user2")).isSameAs(Status.NOT_FOUND);
    assertThat(db.update("usertable", "user2", text("x"))).isSameAs(Status.OK);
    assertThat(read(db, "user2")).isEqualTo(Map.of("field0", "x"));
    db.delete("usertable", "user2");
  }

  /** The commands of the stock binding, which must read what ours writes, and the reverse. */
  @Test
  void hasTheDataOfTheStockBinding() throws Exception {
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));
    try (Jedis stock = jedis()) {
      assertThat(stock.hgetAll("user1"))
          .isEqualTo(Map.of("field0", "a", "field1", "b", "field2", "c"));
      assertThat(stock.zscore("_indices", "user1")).isEqualTo("user1".hashCode());

      stock.hset("user2", Map.of("field0", "d"));
      stock.zadd("_indices", "user2".hashCode(), "user2");
    }
    assertThat(read(db, "user2")).isEqualTo(Map.of("field0", "d"));
  }

  @Test
  @SuppressWarnings("JdkObsolete") // YCSB's signature.
  void scansInTheOrderOfTheHashCodesAsTheStockBindingDoes() throws DBException {
    DB db = open();
    for (String key : List.of("Aa", "z", "b", "a")) {
      db.insert("usertable", key, text(key, "b", "c"));
    }

    Vector<HashMap<String, ByteIterator>> result = new Vector<>();
    assertThat(db.scan("usertable", "b", 2, Set.of("field0"), result)).isSameAs(Status.OK);
    assertThat(result)
        .extracting(BindingContract::texts)
        .containsExactly(Map.of("field0", "b"), Map.of("field0", "z"));
  }

  @Test
  void clearsTheRecordsAndNothingElse() throws Exception {
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));
    try (Jedis jedis = jedis()) {
      jedis.set("other", "kept");
      emptyTable();

      assertThat(jedis.keys("*")).containsExactly("other");
      jedis.del("other");
    }
  }

  @Test
  void countsRecords() throws Exception {
    Properties own = new Properties();
    own.putAll(properties);
    Session session = BINDING.share(own, ConnectionListener.NONE);
    assertThat(session.isEmpty("usertable")).isTrue();
    DB db = open();
    db.insert("usertable", "user1", text("a"));
    db.insert("usertable", "user2", text("a"));

    assertThat(session.count("usertable")).isEqualTo(2);
    assertThat(session.isEmpty("usertable")).isFalse();
    BINDING.release(own);
  }

  @Test
  void takesStockPropertiesAndAPlainConnection() throws DBException {
    RedisUrl plain = RedisUrl.parse(RedisUrl.parse(server.url()).plain());
    properties.remove("redis.url");
    properties.setProperty("redis.host", "127.0.0.1");
    properties.setProperty("redis.port", Integer.toString(plain.hosts().get(0).port()));
    properties.setProperty("redis.password", SharedServers.password(server));
    properties.setProperty("redis.cluster", "false");
    properties.setProperty("redis.timeout", "5000");
    DB db = open();

    assertThat(db.insert("usertable", "user1", text("a", "b", "c"))).isSameAs(Status.OK);
    assertThat(read(db, "user1")).containsEntry("field0", "a");
  }

  /** One connection a client, all of one context. */
  @Test
  void recordsAndTimesEveryConnection() throws Exception {
    List<Duration> times = Collections.synchronizedList(new ArrayList<>());
    Properties own = new Properties();
    own.putAll(properties);
    Session session =
        BINDING.share(
            own,
            new ConnectionListener() {
              @Override
              public void connected(Duration time) {
                times.add(time);
              }

              @Override
              public void negotiated(TlsConnection connection) {}
            });
    for (int i = 0; i < 4; i++) {
      session.records().close();
    }

    Map<NegotiatedTls, Long> handshakes = session.ledger().handshakes();
    assertThat(handshakes.values().stream().mapToLong(n -> n).sum()).isEqualTo(4);
    assertThat(handshakes.keySet())
        .allSatisfy(tls -> assertThat(tls.protocol()).isEqualTo("TLSv1.3"));
    handshakes.forEach((tls, count) -> assertThat(count).isEqualTo(tls.resumed() ? 3 : 1));
    assertThat(session.ledger().differences(session.settings())).isEmpty();
    assertThat(times).hasSize(4).allMatch(time -> time.toNanos() > 0);
    BINDING.release(own);
  }

  @Test
  void reconnectsAfterALostConnection() throws Exception {
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));
    long id = id(db);
    try (Jedis other = jedis()) {
      other.clientKill(new redis.clients.jedis.params.ClientKillParams().id(Long.toString(id)));
    }

    assertThat(db.read("usertable", "user1", null, new HashMap<>())).isSameAs(Status.ERROR);
    assertThat(db.read("usertable", "user1", null, new HashMap<>())).isSameAs(Status.OK);
    assertThat(id(db)).isNotEqualTo(id);
  }

  private static long id(DB db) {
    long[] id = new long[1];
    DirectClient.of(db)
        .direct(
            "OWN",
            Jedis.class,
            jedis -> {
              id[0] = jedis.clientId();
              return Status.OK;
            });
    return id[0];
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "5"})
  void countsAsFailedWhatTheServerRefuses(String pipeline) throws Exception {
    properties.setProperty("redis.pipeline", pipeline);
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));
    try (Jedis jedis = jedis()) {
      jedis.configSet("maxmemory", "1");
      assertThat(db.update("usertable", "user1", text("x"))).isSameAs(Status.ERROR);
      assertThat(db.insert("usertable", "user2", text("x"))).isSameAs(Status.ERROR);
      jedis.configSet("maxmemory", "0");
    }
    assertThat(read(db, "user1")).containsEntry("field0", "a");
    assertThat(db.update("usertable", "user1", text("x"))).isSameAs(Status.OK);
  }

  @ParameterizedTest
  @CsvSource({"default:wrong4711@", "nobody:wrong4711@", "nobody@", "''"})
  void saysThatALogInIsRefused(String user) {
    properties.setProperty("redis.url", server.url().replaceFirst("//[^@]*@", "//" + user));

    assertThatThrownBy(this::open)
        .hasCauseInstanceOf(ConnectFailedException.class)
        .hasMessageStartingWith("127.0.0.1:" + server.port() + ": authentication failed: ")
        .hasMessageNotContaining("wrong4711")
        .hasMessageNotContaining("\n")
        .cause()
        .extracting("reason")
        .isEqualTo(Reason.LOGIN);
  }

  @Test
  void aUserWithoutRightsFailsByOperation() throws Exception {
    try (Jedis jedis = jedis()) {
      jedis.hset("user1", "field0", "a");
      jedis.aclSetUser("reader", "on", ">weak4711", "~*", "-@all", "+hgetall");
      String url = server.url().replaceFirst("//[^@]*@", "//reader:weak4711@");
      properties.setProperty("redis.url", url);
      DB db = open();

      assertThat(read(db, "user1")).containsEntry("field0", "a");
      assertThat(db.update("usertable", "user1", text("x"))).isSameAs(Status.ERROR);
      assertFailed("NOPERM this user has no permissions to run the 'hset' command");
      jedis.aclDelUser("reader");
      jedis.del("user1");
    }
  }

  /** Asserts that the first failure of the clients with these properties contains a text. */
  private void assertFailed(String message) throws DBException {
    Session session = BINDING.share(properties, ConnectionListener.NONE);
    assertThat(session.failureLog().first().orElseThrow().message())
        .contains(message)
        .doesNotContain("\n", "weak4711");
    BINDING.release(properties);
  }

  @Test
  void aServerOfAClusterFailsByOperation() throws Exception {
    int port = serve("", Map.of("PING", "+PONG", "CLIENT", "+OK", "HGETALL", "-MOVED 1 h:7001"));
    properties.setProperty("redis.url", "redis://127.0.0.1:" + port);
    DB db = open();

    assertThat(db.read("usertable", "user1", null, new HashMap<>())).isSameAs(Status.ERROR);
    assertFailed("this server is part of a cluster, which is not supported: name one that is not");
  }

  @Test
  void suspectsProtectedMode() throws Exception {
    int port = serve("-DENIED Redis is running in protected mode because\r\n", Map.of());
    properties.setProperty("redis.url", "redis://127.0.0.1:" + port);

    assertThatThrownBy(this::open)
        .hasCauseInstanceOf(ConnectFailedException.class)
        .hasMessageStartingWith("127.0.0.1:" + port + ": ")
        .hasMessageContaining("protected mode");
  }

  /**
   * Starts a server for one connection, which it greets.
   *
   * @param replies the line for each command; without any, it closes the connection
   */
  private static int serve(String greeting, Map<String, String> replies) throws IOException {
    ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread server =
        new Thread(
            () -> {
              try (listening;
                  Socket socket = listening.accept()) {
                OutputStream out = socket.getOutputStream();
                out.write(greeting.getBytes(US_ASCII));
                BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
                for (String line = ""; line != null && !replies.isEmpty(); ) {
                  line = lines.readLine();
                  String reply = replies.get(line);
                  out.write((reply == null ? "" : reply + "\r\n").getBytes(US_ASCII));
                }
              } catch (IOException e) {
                // The client has closed the connection.
              }
            });
    server.setDaemon(true);
    server.start();
    return listening.getLocalPort();
  }

  @Test
  void saysThatADatabaseDoesNotExist() {
    properties.setProperty("redis.url", server.url().replace("/0?", "/77?"));

    assertThatThrownBy(this::open)
        .hasCauseInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("DB index is out of range");
  }

  @Test
  void saysThatThePortExpectsTls() {
    String plain = RedisUrl.parse(server.url().replaceAll("&plainPort=.*", "")).plain();
    properties.setProperty("redis.url", plain);

    assertThatThrownBy(this::open)
        .hasCauseInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("does this port expect TLS?");
  }

  @Test
  void saysThatThePortIsPlain() {
    int plain = RedisUrl.parse(RedisUrl.parse(server.url()).plain()).hosts().get(0).port();
    properties.setProperty(
        "redis.url",
        server.url().replace(":" + server.port(), ":" + plain) + "&connectTimeoutMS=3000");

    assertThatThrownBy(this::open)
        .hasCauseInstanceOf(ConnectFailedException.class)
        .hasMessageStartingWith("127.0.0.1:" + plain + ": ");
  }

  @Test
  void refusesAClusterAtOnce() {
    properties.setProperty("redis.cluster", "true");

    assertThatThrownBy(this::open)
        .hasCauseInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("redis.cluster: clusters are not supported");
  }
}
