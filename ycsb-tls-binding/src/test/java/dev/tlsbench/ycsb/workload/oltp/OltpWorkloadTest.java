package dev.tlsbench.ycsb.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.session.DirectClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import site.ycsb.BasicDB;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

@Tag("any-jdk")
class OltpWorkloadTest {
  private static final String GROUP = "[0-9]{11}";

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedServer embedded;

  @SuppressWarnings("NullAway.Init")
  private OltpServer server;

  @BeforeAll
  static void start() throws Exception {
    embedded = SharedServers.mySql();
  }

  @BeforeEach
  void connect() throws Exception {
    server = new OltpServer(embedded.url());
    for (int table = 1; table <= 3; table++) {
      server.execute("DROP TABLE IF EXISTS sbtest" + table);
    }
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  @Test
  void makesTheTablesOfSysbench() throws Exception {
    load("tables", "2", "table_size", "6000");

    assertThat(server.text("SELECT COUNT(*) FROM sbtest1", 1)).isEqualTo("6000");
    assertThat(server.text("SELECT MAX(id) FROM sbtest2", 1)).isEqualTo("6000");
    assertThat(server.text("SELECT c FROM sbtest2 WHERE id = 77", 1))
        .matches(GROUP + "(-" + GROUP + "){9}");
    assertThat(server.text("SELECT pad FROM sbtest2 WHERE id = 77", 1))
        .matches(GROUP + "(-" + GROUP + "){4}");
    assertThat(server.text("SHOW CREATE TABLE sbtest2", 2))
        .contains("`id` int(11) NOT NULL AUTO_INCREMENT")
        .contains("`k` int(11) NOT NULL DEFAULT 0")
        .contains("`c` char(120) NOT NULL DEFAULT ''")
        .contains("`pad` char(60) NOT NULL DEFAULT ''")
        .contains("PRIMARY KEY (`id`)")
        .contains("KEY `k_2` (`k`)")
        .contains("ENGINE=InnoDB");
  }

  @Test
  void fillsALargeTableOverTwoConnectionsWithoutGaps() throws Exception {
    long before = Long.parseLong(server.text("SHOW GLOBAL STATUS LIKE 'Connections'", 2));

    load("table_size", "30000", "auto_inc", "on");

    assertThat(server.text("SELECT COUNT(*) FROM sbtest1", 1)).isEqualTo("30000");
    assertThat(server.text("SELECT MIN(id) FROM sbtest1", 1)).isEqualTo("1");
    assertThat(server.text("SELECT MAX(id) FROM sbtest1", 1)).isEqualTo("30000");
    assertThat(Long.parseLong(server.text("SHOW GLOBAL STATUS LIKE 'Connections'", 2)))
        .isEqualTo(before + 2);
  }

  @Test
  void failsWithoutASecondConnection() throws Exception {
    Properties properties = server.properties("table_size", "30000");
    OltpWorkload workload = workload(properties);
    DB alone = new LonelyClient(server.direct(properties));

    assertThat(workload.doInsert(alone, workload.initThread(properties, 0, 1))).isFalse();

    assertThat(workload.isPartlyLoaded(server.direct(properties))).isTrue();
  }

  /** The server takes no more connections. */
  private static final class LonelyClient extends BasicDB implements DirectClient {
    private final DirectClient client;

    LonelyClient(DirectClient client) {
      this.client = client;
    }

    @Override
    public <C> Status direct(String operation, Class<C> type, Use<C> use) {
      return client.direct(operation, type, use);
    }

    @Override
    public DB another() throws DBException {
      throw new DBException("too many connections");
    }
  }

  @Test
  void makesOtherTablesWhereOptionsSaySo() throws Exception {
    load("table_size", "10", "auto_inc", "off", "secondary", "on", "create_secondary", "off");

    assertThat(server.text("SHOW CREATE TABLE sbtest1", 2))
        .contains("`id` int(11) NOT NULL,")
        .contains("KEY `xid` (`id`)")
        .doesNotContain("PRIMARY")
        .doesNotContain("k_1");
    assertThat(server.text("SELECT MAX(id) FROM sbtest1", 1)).isEqualTo("10");
  }

  @ParameterizedTest
  @CsvSource({
    "oltp_read_write,       20, 280, 20, 40, 20, 20",
    "oltp_read_only,        20, 280,  0,  0,  0, 20",
    "oltp_write_only,       20,   0, 20, 40, 20, 20",
    "oltp_point_select,      0,  20,  0,  0,  0,  0",
    "oltp_update_index,      0,   0,  0, 20,  0,  0",
    "oltp_update_non_index,  0,   0,  0, 20,  0,  0",
    "oltp_insert,            0,   0, 20,  0,  0,  0",
    "oltp_delete,            0,   0,  0,  0, 20,  0",
  })
  void sendsTheStatementsOfEachModel(
      String model, long begins, long selects, long inserts, long updates, long deletes, long ends)
      throws Exception {
    Properties properties =
        server.properties("oltp.model", model, "tables", "2", "table_size", "200");
    OltpWorkload workload = load(properties);

    Map<String, Long> sent = server.run(workload, properties, 20);

    assertThat(sent)
        .isEqualTo(
            withoutZeros(
                Map.of(
                    "begin", begins,
                    "select", selects,
                    "insert", inserts,
                    "update", updates,
                    "delete", deletes,
                    "commit", ends)));
  }

  @Test
  void sendsAsManyOfEachAsOptionsSay() throws Exception {
    Properties properties =
        server.properties(
            "table_size", "50",
            "point_selects", "2",
            "simple_ranges", "3",
            "range_selects", "true",
            "sum_ranges", "0",
            "index_updates", "5",
            "delete_inserts", "2",
            "skip_trx", "on");
    OltpWorkload workload = load(properties);

    assertThat(server.run(workload, properties, 1))
        .isEqualTo(
            Map.of("select", 2L + 3 + 0 + 1 + 1, "update", 5L + 1, "delete", 2L, "insert", 2L));
  }

  @Test
  void keepsTheNumberOfRowsWhereItDeletesAndInserts() throws Exception {
    Properties properties = server.properties("table_size", "100");
    OltpWorkload workload = load(properties);
    String before = server.text("SELECT SUM(id) FROM sbtest1", 1);
    server.run(workload, properties, 50);

    assertThat(server.text("SELECT COUNT(*) FROM sbtest1", 1)).isEqualTo("100");
    assertThat(server.text("SELECT SUM(id) FROM sbtest1", 1)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"auto, 1", "disable, 0"})
  void preparesOnTheServerUnlessToldNotTo(String mode, long prepared) throws Exception {
    Properties properties =
        server.properties(
            "oltp.model", "oltp_point_select", "db-ps-mode", mode, "table_size", "10");
    properties.setProperty(
        "mysql.url", properties.getProperty("mysql.url") + "&useServerPrepStmts=false");
    OltpWorkload workload = load(properties);
    long before = prepared();
    server.run(workload, properties, 10);

    assertThat(prepared() - before).isEqualTo(prepared);
  }

  private long prepared() throws SQLException {
    return Long.parseLong(server.text("SHOW GLOBAL STATUS LIKE 'Com_stmt_prepare'", 2));
  }

  @Test
  void takesATableForLoadedOnlyIfItsLoadCameToItsEnd() throws Exception {
    Properties properties = server.properties("table_size", "100");
    OltpWorkload workload = load(properties);
    assertThat(workload.isLoaded(server.direct(properties))).isTrue();

    Properties larger = server.properties("table_size", "200");
    assertThat(workload(larger).isLoaded(server.direct(larger))).isFalse();

    // The state after an interrupted load.
    assertThat(workload.isPartlyLoaded(server.direct(properties))).isFalse();
    server.execute("ALTER TABLE sbtest1 COMMENT='tlsbench: loading'");
    assertThat(workload.isLoaded(server.direct(properties))).isFalse();
    assertThat(workload.isPartlyLoaded(server.direct(properties))).isTrue();
    load(properties);
    assertThat(workload.isLoaded(server.direct(properties))).isTrue();
  }

  @Test
  void leavesTablesAloneThatSomebodyElseMade() throws Exception {
    server.execute("CREATE TABLE sbtest1 (id INTEGER PRIMARY KEY)");
    Properties properties = server.properties();
    OltpWorkload workload = workload(properties);

    assertThat(workload.isLoaded(server.direct(properties))).isFalse();
    assertThat(workload.doInsert(server.client(properties), workload.initThread(properties, 0, 1)))
        .isFalse();
    assertThat(server.text("SHOW TABLES LIKE 'sbtest1'", 1)).isEqualTo("sbtest1");
  }

  @Test
  void refusesMoreLoadsThanTables() throws Exception {
    Properties properties = server.properties("table_size", "10");
    OltpWorkload workload = load(properties);
    DB client = server.client(properties);
    Object state = workload.initThread(properties, 0, 1);

    assertThatThrownBy(() -> workload.doInsert(client, state))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("insertcount");
  }

  /** The update of the first row is done before the wait for the second one. */
  @Test
  void takesBackAndBeginsAgainAfterALockWaitTimeOut() throws Exception {
    Properties properties =
        server.properties("table_size", "2", "index_updates", "2", "delete_inserts", "0");
    properties.setProperty("non_index_updates", "0");
    load(properties);
    long before = Long.parseLong(server.text("SELECT k FROM sbtest1 WHERE id = 1", 1));
    AtomicInteger draws = new AtomicInteger();
    CountDownLatch ignored = new CountDownLatch(1);
    OltpThread thread =
        thread(
            properties,
            OltpModel.OLTP_WRITE_ONLY,
            (low, high) -> 1 + draws.getAndIncrement() % 2,
            ignored::countDown);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Connection holder = server.connect();
        Connection waiter = impatient()) {
      lockTheRow(holder, 2);
      Future<?> run =
          other.submit(
              () -> {
                thread.run(server.lent(properties, waiter));
                return null;
              });
      assertThat(ignored.await(30, TimeUnit.SECONDS)).isTrue();
      holder.rollback();
      run.get(30, TimeUnit.SECONDS);
    } finally {
      other.shutdownNow();
    }

    assertThat(server.text("SELECT k FROM sbtest1 WHERE id = 1", 1))
        .isEqualTo(Long.toString(before + 1));
  }

  private static OltpThread thread(
      Properties properties, OltpModel model, RandType.Distribution rows, Runnable onIgnored) {
    return new OltpThread(
        OltpOptions.of(properties),
        model,
        rows,
        () -> {
          throw new AssertionError("the server numbers the rows");
        },
        () -> false,
        onIgnored);
  }

  @ParameterizedTest
  @EnumSource(names = {"OLTP_WRITE_ONLY", "OLTP_UPDATE_INDEX"})
  void endsWithAnErrorThatIsNotToBeIgnored(OltpModel model) throws Exception {
    Properties properties = server.properties("table_size", "1", "mysql-ignore-errors", "1213");
    load(properties);
    OltpThread thread =
        thread(
            properties,
            model,
            Distributions::uniform,
            () -> {
              throw new AssertionError("ignored");
            });
    try (Connection holder = server.connect();
        Connection waiter = impatient()) {
      lockTheRow(holder, 1);

      assertThatThrownBy(() -> thread.run(server.lent(properties, waiter)))
          .isInstanceOf(SQLException.class)
          .satisfies(e -> assertThat(((SQLException) e).getErrorCode()).isEqualTo(1205));
      holder.rollback();
    }
  }

  private Connection impatient() throws Exception {
    Connection connection = server.connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION innodb_lock_wait_timeout = 1");
    }
    return connection;
  }

  private static void lockTheRow(Connection connection, int id) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE sbtest1 SET k = k + 1 WHERE id = " + id);
    }
  }

  @Test
  void numbersRowsOnceWhereTheServerDoesNot() throws Exception {
    Properties properties =
        server.properties("oltp.model", "oltp_insert", "auto_inc", "off", "table_size", "10");
    OltpWorkload workload = load(properties);
    assertThat(server.text("SELECT COUNT(*) FROM sbtest1", 1)).isEqualTo("0");
    server.run(workload, properties, 300);

    assertThat(server.text("SELECT COUNT(DISTINCT id) FROM sbtest1", 1)).isEqualTo("300");
  }

  private OltpWorkload load(String... options) throws Exception {
    return load(server.properties(options));
  }

  private OltpWorkload load(Properties properties) throws Exception {
    OltpWorkload workload = workload(properties);
    server.load(workload, properties);
    return workload;
  }

  private static OltpWorkload workload(Properties properties) {
    OltpWorkload workload = new OltpWorkload();
    workload.init(properties);
    return workload;
  }

  private static Map<String, Long> withoutZeros(Map<String, Long> counters) {
    Map<String, Long> others = new TreeMap<>(counters);
    others.values().removeIf(count -> count == 0);
    return others;
  }
}
