package dev.tlsbench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.Session;
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
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

class CassandraTlsClientTest extends BindingContract {
  private static final Binding BINDING = Binding.of("cassandra-tls");

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedServer server;

  CassandraTlsClientTest() {
    super(BINDING, "cassandra.batchsize", CqlSession.class);
  }

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.cassandra();
  }

  @Override
  Set<Ability> lacks() {
    return Set.of(Ability.values());
  }

  @Override
  EmbeddedServer server() {
    return server;
  }

  /** Cassandra's own meaning of an insert and an update. */
  @Test
  void replacesARecordOnInsertAndCreatesOneOnUpdate() throws DBException {
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));

    assertThat(db.insert("usertable", "user1", text("x"))).isSameAs(Status.OK);
    assertThat(read(db, "user1")).isEqualTo(Map.of("field0", "x", "field1", "b", "field2", "c"));
    assertThat(db.update("usertable", "user2", text("new"))).isSameAs(Status.OK);
    assertThat(read(db, "user2")).isEqualTo(Map.of("field0", "new"));
  }

  @Test
  @SuppressWarnings("JdkObsolete") // YCSB's signature.
  void refusesAScanInTheOrderOfTheKeys() throws DBException {
    DB db = open();

    assertThatThrownBy(() -> db.scan("usertable", "user1", 3, null, new Vector<>()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("workload: it scans records in the order of their keys");
  }

  /** As the documentation of the stock binding has it created. */
  @Test
  void readsAndWritesATableOfTheStockBinding() throws Exception {
    try (Connections connections =
        CassandraUrl.parse(server.url() + "&requestTimeoutMS=30000").open()) {
      connections
          .driver(CqlSession.class)
          .execute(
              "CREATE TABLE usertable (y_id varchar PRIMARY KEY, field0 varchar, field1 varchar,"
                  + " field2 varchar)");
    }
    DB db = open();
    assertThat(db.insert("usertable", "user1", text("a", "b", ""))).isSameAs(Status.OK);
    assertThat(read(db, "user1")).isEqualTo(Map.of("field0", "a", "field1", "b", "field2", ""));
  }

  /** Text is sent as it is, and all else is a literal. */
  @Test
  void runsQueriesOfTheUsers() throws Exception {
    Records records = BINDING.open(properties, ConnectionListener.NONE).records();
    records.query("CREATE TABLE asked (id int PRIMARY KEY, t text, d date)", List.of(), true);
    records.query(
        "INSERT INTO asked (id, t, d) VALUES (?, ?, ?)", List.of(1L, 5L, "'2020-01-01'"), true);

    assertThat(records.query("SELECT t, d FROM asked WHERE id = ?", List.of(1L), false))
        .isEqualTo(new Records.Reply(1, 5));
    assertThat(records.query("SELECT t FROM asked WHERE id = ?", List.of("2"), false).rows())
        .isZero();
    assertThatThrownBy(() -> records.query("SELECT t FROM asked", List.of(1L), false))
        .hasMessageStartingWith("parameters in it: 0, with values: 1");
    assertThatThrownBy(
            () -> records.query("SELECT t FROM asked WHERE id = ?", List.of("abc"), false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> records.query("TRUNCATE asked", List.of(), false))
        .hasMessageStartingWith("TRUNCATE may write");
    assertThatThrownBy(() -> records.query("SELECT x FROM asked", List.of(), false))
        .hasMessageContaining("Undefined column name x");
  }

  @Test
  void keepsTheCapitalsOfFields() throws DBException {
    properties.setProperty("fieldnameprefix", "F");
    DB db = open();
    Map<String, ByteIterator> values = new HashMap<>();
    values.put("F0", new StringByteIterator("a"));

    assertThat(db.insert("usertable", "user1", values)).isSameAs(Status.OK);
    assertThat(read(db, "user1")).isEqualTo(Map.of("F0", "a"));
  }

  @Test
  void takesStockPropertiesAndAPlainConnection() throws DBException {
    properties.remove("cassandra.url");
    properties.setProperty("hosts", "127.0.0.1");
    properties.setProperty("port", Integer.toString(server.port()));
    properties.setProperty("cassandra.username", "ycsb");
    properties.setProperty("cassandra.password", SharedServers.password(server));
    properties.setProperty("cassandra.readconsistencylevel", "ONE");
    properties.setProperty("cassandra.writeconsistencylevel", "ONE");
    properties.setProperty("cassandra.tracing", "true");
    DB db = open();

    assertThat(db.insert("usertable", "user1", text("a", "b", "c"))).isSameAs(Status.OK);
    assertThat(read(db, "user1")).containsEntry("field0", "a");
  }

  /** The level of a statement is that of its kind. */
  @ParameterizedTest
  @CsvSource({"readconsistencylevel, OK, ERROR", "writeconsistencylevel, ERROR, OK"})
  void sendsTheConsistencyLevelOfReadsAndOfWrites(String property, String insert, String read)
      throws DBException {
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));
    properties.setProperty("cassandra." + property, "THREE");
    DB three = newSession();

    assertThat(three.insert("usertable", "user2", text("a")).getName()).isEqualTo(insert);
    assertThat(three.read("usertable", "user1", null, new HashMap<>()).getName()).isEqualTo(read);
    three.cleanup();
  }

  /** Opens a client with a session of its own. */
  private DB newSession() throws DBException {
    DB db = BINDING.newClient();
    Properties own = new Properties();
    properties
        .stringPropertyNames()
        .forEach(name -> own.setProperty(name, properties.getProperty(name)));
    db.setProperties(own);
    db.init();
    return db;
  }

  @Test
  void recordsAndTimesEveryConnection() throws DBException {
    properties.setProperty("cassandra.coreconnections", "3");
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

    // Three of the pool, and the control connection: the URL has the protocol's version.
    assertThat(session.ledger().handshakes().values().stream().mapToLong(n -> n).sum())
        .isEqualTo(4);
    assertThat(session.ledger().handshakes().keySet())
        .allSatisfy(tls -> assertThat(tls.protocol()).isEqualTo("TLSv1.3"))
        .anyMatch(NegotiatedTls::resumed);
    assertThat(session.ledger().logins()).isEqualTo(Map.of("PasswordAuthenticator", 4L));
    assertThat(session.ledger().differences(session.settings())).isEmpty();
    assertThat(times).hasSize(4).allMatch(time -> time.toNanos() > 0);
    BINDING.release(own);
  }

  @Test
  void countsAndFindsTables() throws Exception {
    Properties own = new Properties();
    own.putAll(properties);
    Session session = BINDING.share(own, ConnectionListener.NONE);
    DB db = open();
    assertThat(session.exists("usertable")).isTrue();
    assertThat(session.isEmpty("usertable")).isTrue();
    db.insert("usertable", "user1", text("a"));
    db.insert("usertable", "user2", text("a"));

    assertThat(session.count("usertable")).isEqualTo(2);
    assertThat(session.isEmpty("usertable")).isFalse();
    assertThat(session.exists("other")).isFalse();
    assertThat(session.isEmpty("other")).isTrue();
    assertThatThrownBy(() -> session.count("other"))
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageStartingWith("other: cannot be counted: ");
    BINDING.release(own);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void refusesADataCentreThatDoesNotExist(String tls) {
    properties.setProperty(
        "cassandra.url",
        server.url().replaceAll("\\?.*", "") + "?localDatacenter=dc9" + tlsOptions(tls));

    assertThatThrownBy(this::open)
        .hasCauseInstanceOf(ConnectFailedException.class)
        .hasMessageStartingWith("127.0.0.1:" + server.port() + ": ")
        .hasMessageContaining("localDatacenter");
  }

  private static String tlsOptions(String tls) {
    return tls.equals("true") ? "&" + server.url().replaceAll(".*\\?", "") : "";
  }

  @Test
  void saysWhichKeyspaceIsMissing() {
    properties.setProperty("cassandra.url", server.url().replace("/ycsb?", "/nowhere?"));

    assertThatThrownBy(this::open)
        .hasCauseInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("nowhere")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "ycsb:wrong@, 'authentication failed: '",
    "nobody:wrong@, 'authentication failed: '",
    "'', 'authentication failed: '"
  })
  void saysThatALogInIsRefused(String user, String message) {
    properties.setProperty("cassandra.url", server.url().replaceFirst("//[^@]*@", "//" + user));

    assertThatThrownBy(this::open)
        .hasCauseInstanceOf(ConnectFailedException.class)
        .hasMessageStartingWith("127.0.0.1:" + server.port() + ": " + message)
        .hasMessageNotContaining("wrong")
        .hasMessageNotContaining("\n");
  }
}
