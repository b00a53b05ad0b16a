package dev.tlsbench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.workload.CommandWorkload;
import dev.tlsbench.ycsb.workload.RepeatWorkload;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

class MySqlTlsClientTest extends BindingContract {
  @SuppressWarnings("NullAway.Init")
  private static EmbeddedServer server;

  MySqlTlsClientTest() {
    super(Binding.of("mysql-tls"), "mysql.batchsize", Connection.class);
  }

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.mySql();
  }

  @Override
  EmbeddedServer server() {
    return server;
  }

  @Test
  void worksOnATableThatTheStockBindingMade() throws Exception {
    sql(
        "CREATE TABLE stock (YCSB_KEY VARCHAR(255) PRIMARY KEY, FIELD0 TEXT, FIELD1 TEXT,"
            + " FIELD2 TEXT)");
    properties.setProperty("mysql.table", "stock");
    properties.setProperty("mysql.createtable", "false");
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));

    assertThat(read(db, "user1")).isEqualTo(Map.of("field0", "a", "field1", "b", "field2", "c"));
    Map<String, ByteIterator> one = new HashMap<>();
    db.read("usertable", "user1", Set.of("field1"), one);
    assertThat(texts(one)).isEqualTo(Map.of("field1", "b"));
    sql("DROP TABLE stock");
  }

  @Test
  void saysErrorWhenTheConnectionIsLostAndConnectsAgain() throws Exception {
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));
    killAllButMine();

    assertThat(db.insert("usertable", "user2", text("a", "b", "c"))).isSameAs(Status.ERROR);
    assertThat(db.insert("usertable", "user3", text("a", "b", "c"))).isSameAs(Status.OK);
    assertThat(read(db, "user3")).containsEntry("field0", "a");
    assertThat(db.read("usertable", "user2", null, new HashMap<>())).isSameAs(Status.NOT_FOUND);
  }

  @Test
  void lendsAnotherConnectionWhenTheFirstIsLost() throws Exception {
    DirectClient client = DirectClient.of(open());
    killAllButMine();

    assertThat(client.direct("OWN", Connection.class, MySqlTlsClientTest::ping))
        .isSameAs(Status.ERROR);
    assertThat(client.direct("OWN", Connection.class, MySqlTlsClientTest::ping))
        .isSameAs(Status.OK);
  }

  private static Status ping(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DO 1");
      return Status.OK;
    }
  }

  @Test
  void readsAValueThatTheServerMakesUp() throws Exception {
    DB db = open();
    assertThat(repeat("100000").doTransaction(db, db)).isTrue();
    assertThat(repeat("2000000000").doTransaction(db, db)).isFalse();
    assertThatThrownBy(() -> repeat("0"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("repeat.length: '0'");
  }

  @Test
  void refusesAWorkloadOfCommands() throws Exception {
    DB db = open();
    assertThatThrownBy(() -> new CommandWorkload().doTransaction(db, db))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("workload: it sends a command, which this database lacks");
  }

  private RepeatWorkload repeat(String length) {
    properties.setProperty(RepeatWorkload.LENGTH, length);
    RepeatWorkload workload = new RepeatWorkload();
    workload.init(properties);
    return workload;
  }

  @Test
  void keepsABatchThatWaitsWhenTheConnectionIsLost() throws Exception {
    properties.setProperty("mysql.batchsize", "2");
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));
    killAllButMine();
    assertThat(db.read("usertable", "user1", null, new HashMap<>())).isSameAs(Status.ERROR);

    assertThat(db.insert("usertable", "user2", text("a", "b", "c"))).isSameAs(Status.OK);
    assertThat(read(db, "user1")).containsEntry("field0", "a");
  }

  @Test
  void commitsOnCleanupOnlyWithoutAutoCommit() throws Exception {
    properties.setProperty("mysql.autocommit", "false");
    DB db = open();
    assertThat(db.insert("usertable", "user1", text("a", "b", "c"))).isSameAs(Status.OK);
    assertThat(count("usertable")).isZero();

    db.cleanup();
    assertThat(count("usertable")).isOne();
  }

  @Test
  @SuppressWarnings("JdkObsolete") // YCSB's signature.
  void scansInPortionsOfTheFetchSize() throws Exception {
    properties.setProperty("mysql.fetchsize", "2");
    DB db = open();
    for (int i = 1; i <= 5; i++) {
      db.insert("usertable", "user" + i, text("a", "b", "c"));
    }

    java.util.Vector<HashMap<String, ByteIterator>> result = new java.util.Vector<>();
    assertThat(db.scan("usertable", "user1", 5, null, result)).isSameAs(Status.OK);
    assertThat(result).hasSize(5);
  }

  @Test
  void preparesItsStatementsOnTheServer() throws Exception {
    DB db = open();
    long before = status("Com_stmt_prepare");
    for (int i = 0; i < 10; i++) {
      db.insert("usertable", "user" + i, text("a", "b", "c"));
      read(db, "user" + i);
    }
    assertThat(status("Com_stmt_prepare") - before).isEqualTo(2);
  }

  @Test
  void sendsABatchAsOneStatement() throws Exception {
    properties.setProperty("mysql.batchsize", "10");
    DB db = open();
    long before = status("Com_insert");
    for (int i = 0; i < 10; i++) {
      db.insert("usertable", "user" + i, text("a", "b", "c"));
    }
    assertThat(status("Com_insert") - before).isOne();
    assertThat(count("usertable")).isEqualTo(10);
  }

  @Test
  void takesUserAndPasswordFromProperties() throws Exception {
    properties.setProperty("mysql.url", server.url().replaceFirst("//[^@]*@", "//"));
    properties.setProperty("mysql.user", "ycsb");
    properties.setProperty("mysql.password", SharedServers.password(server));

    assertThat(open().insert("usertable", "user1", text("a", "b", "c"))).isSameAs(Status.OK);
  }

  @Test
  void refusesNumbersThatAreNone() {
    properties.setProperty("mysql.batchsize", "some");
    assertThatThrownBy(this::open)
        .isInstanceOf(DBException.class)
        .hasCauseInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("mysql.batchsize: 'some'");
  }

  /** Connector/J looks for it once it is connected. */
  @Test
  void refusesATimeZoneThatThereIsNot() {
    properties.setProperty("mysql.url", server.url() + "&serverTimezone=Mars");
    assertThatThrownBy(this::open).hasMessageContaining("Unknown time-zone ID: Mars");
  }

  private static void killAllButMine() throws Exception {
    List<Long> others = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = 'ycsb' AND ID <>"
                  + " CONNECTION_ID()")) {
        while (rows.next()) {
          others.add(rows.getLong(1));
        }
      }
      for (long other : others) {
        statement.execute("KILL " + other);
      }
    }
    assertThat(others).isNotEmpty();
  }

  private static long status(String variable) throws Exception {
    return number("SHOW GLOBAL STATUS LIKE '" + variable + "'", 2);
  }

  private static long count(String table) throws Exception {
    return number("SELECT COUNT(*) FROM " + table, 1);
  }

  private static long number(String query, int column) throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(column);
    }
  }

  private static void sql(String sql) throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Connection connect() throws Exception {
    MySqlUrl url = MySqlUrl.parse(server.url());
    return url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger()).connect();
  }
}
