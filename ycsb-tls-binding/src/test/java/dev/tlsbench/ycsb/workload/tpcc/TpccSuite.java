package dev.tlsbench.ycsb.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.workload.TransactionThread;
import dev.tlsbench.ycsb.workload.oltp.OltpServer;
import java.math.BigDecimal;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.Status;

/** TPC-C with few customers and items, on one server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TpccSuite {
  static final int RUNS = 40;

  @SuppressWarnings("NullAway.Init")
  OltpServer server;

  @SuppressWarnings("NullAway.Init")
  Properties properties;

  @SuppressWarnings("NullAway.Init")
  TpccWorkload workload;

  @SuppressWarnings("NullAway.Init")
  TpccOptions options;

  abstract String url() throws Exception;

  @BeforeAll
  void load() throws Exception {
    server = new OltpServer(url());
    properties = with("2");
    options = TpccOptions.of(properties);
    workload = new TpccWorkload();
    workload.init(properties);
    server.load(workload, properties);
  }

  @AfterAll
  void close() throws Exception {
    for (String table : workload.tables()) {
      server.execute("DROP TABLE IF EXISTS " + table);
    }
    server.close();
  }

  private Properties with(String warehouses) {
    return server.properties(
        "tpcc.warehouses", warehouses,
        "tpcc.customers", "100",
        "tpcc.items", "100",
        "tpcc.table", "tpcctest");
  }

  final TransactionThread<TpccConnection> thread() {
    return new TransactionThread<>(
        lent -> new TpccConnection(lent, options.prefix()), () -> false, () -> {});
  }

  private void run(TransactionThread.Transaction<TpccConnection> transaction) throws Exception {
    DirectClient client = server.direct(properties);
    Status status =
        client.direct(
            "TEST",
            SqlConnection.class,
            sql -> {
              thread().run(sql, transaction);
              return Status.OK;
            });
    assertThat(status).isEqualTo(Status.OK);
  }

  private long number(String query) throws Exception {
    return new BigDecimal(server.text(query, 1)).longValueExact();
  }

  @ParameterizedTest
  @CsvSource({
    "warehouse, 2",
    "district, 20",
    "item, 100",
    "stock, 200",
  })
  void fillsTheTablesThatTransactionsDoNotGrow(String table, long rows) throws Exception {
    assertThat(number("SELECT COUNT(*) FROM tpcctest_" + table)).isEqualTo(rows);
  }

  @Test
  void knowsItsLoad() throws Exception {
    DirectClient client = server.direct(properties);

    assertThat(workload.isLoaded(client)).isTrue();
    assertThat(workload.isPartlyLoaded(client)).isFalse();
    assertThat(workload.violations(client)).isEmpty();
  }

  @Test
  void refusesALoadWithOtherSizes() throws Exception {
    Properties three = with("3");
    TpccWorkload other = new TpccWorkload();
    other.init(three);
    DirectClient client = server.direct(three);

    assertThat(other.isLoaded(client)).isFalse();
    assertThatThrownBy(() -> other.isPartlyLoaded(client))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(
            "tpcc.warehouses: tpcctest_warehouse was loaded with warehouses=2, customers=100,"
                + " items=100, engine=")
        .hasMessageContaining("load it first");
  }

  @Test
  void ordersWhatItTakesFromStock() throws Exception {
    long orders = number("SELECT COUNT(*) FROM tpcctest_orders");
    long ordered = number("SELECT SUM(s_order_cnt) FROM tpcctest_stock");
    long lines = number("SELECT COUNT(*) FROM tpcctest_order_line");
    NewOrder order = new NewOrder(options, TpccRandom.ofRun(), false);
    run(order);

    long added = number("SELECT COUNT(*) FROM tpcctest_order_line") - lines;
    assertThat(number("SELECT COUNT(*) FROM tpcctest_orders")).isEqualTo(orders + 1);
    assertThat(added).isBetween(5L, 15L);
    assertThat(number("SELECT SUM(s_order_cnt) FROM tpcctest_stock")).isEqualTo(ordered + added);
    assertThat(
            number("SELECT COUNT(*) FROM tpcctest_stock WHERE s_quantity NOT BETWEEN 10 AND 100"))
        .isZero();
    assertThat(order.total()).isPositive();
  }

  @Test
  void leavesNothingOfAnOrderWithAnUnknownItem() throws Exception {
    String counts =
        "SELECT CONCAT((SELECT COUNT(*) FROM tpcctest_orders), ' ',"
            + " (SELECT COUNT(*) FROM tpcctest_new_order), ' ',"
            + " (SELECT COUNT(*) FROM tpcctest_order_line), ' ',"
            + " (SELECT SUM(d_next_o_id) FROM tpcctest_district), ' ',"
            + " (SELECT SUM(s_ytd) FROM tpcctest_stock))";
    String before = server.text(counts, 1);
    NewOrder order = new NewOrder(options, TpccRandom.ofRun(), true);
    run(order);

    assertThat(server.text(counts, 1)).isEqualTo(before);
    assertThat(order.total()).isZero();
  }

  /** The next order of each district has the number of an earlier one. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void failsOnAnOrderThatExists() throws Exception {
    String back = "UPDATE tpcctest_district SET d_next_o_id = d_next_o_id ";
    server.execute(back + "- 1");
    DirectClient client = server.direct(properties);

    Status status =
        client.direct(
            "TEST",
            SqlConnection.class,
            sql -> {
              thread().run(sql, new NewOrder(options, TpccRandom.ofRun(), false));
              return Status.OK;
            });

    server.execute(back + "+ 1");
    assertThat(status).isEqualTo(Status.ERROR);
  }

  /** Each transaction loses its connection's rights to a table in its middle. */
  @ParameterizedTest
  @CsvSource({
    "NEW_ORDER, order_line",
    "PAYMENT, history",
    "DELIVERY, order_line",
  })
  void rollsBackATransactionThatFails(TpccTransaction kind, String table) throws Exception {
    String sums =
        "SELECT CONCAT((SELECT SUM(d_next_o_id) FROM tpcctest_district), ' ',"
            + " (SELECT SUM(d_ytd) FROM tpcctest_district), ' ',"
            + " (SELECT SUM(w_ytd) FROM tpcctest_warehouse), ' ',"
            + " (SELECT SUM(c_balance) FROM tpcctest_customer), ' ',"
            + " (SELECT COUNT(*) FROM tpcctest_orders), ' ',"
            + " (SELECT COUNT(*) FROM tpcctest_new_order), ' ',"
            + " (SELECT SUM(s_ytd) FROM tpcctest_stock))";
    String before = server.text(sums, 1);
    server.execute("ALTER TABLE tpcctest_" + table + " RENAME TO tpcctest_hidden");
    try {
      DirectClient client = server.direct(properties);
      TransactionThread.Transaction<TpccConnection> input =
          kind == TpccTransaction.NEW_ORDER
              ? new NewOrder(options, TpccRandom.ofRun(), false)
              : kind.input(options, TpccRandom.ofRun());
      assertThat(
              client.direct(
                  "TEST",
                  SqlConnection.class,
                  sql -> {
                    thread().run(sql, input);
                    return Status.OK;
                  }))
          .isEqualTo(Status.ERROR);
    } finally {
      server.execute("ALTER TABLE tpcctest_hidden RENAME TO tpcctest_" + table);
    }

    assertThat(server.text(sums, 1)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 of | UPDATE tpcctest_district SET d_ytd = d_ytd + ? WHERE d_w_id = 2 AND d_id = 3",
        "2 of TPC-C's clause 3.3.2 (D_NEXT_O_ID - 1 = max(O_ID))"
            + "| UPDATE tpcctest_district SET d_next_o_id = d_next_o_id + ? WHERE d_w_id = 1"
            + " AND d_id = 9",
        "2 of TPC-C's clause 3.3.2 (D_NEXT_O_ID - 1 = max(NO_O_ID))"
            + "| UPDATE tpcctest_new_order SET no_o_id = no_o_id + ? * 1000 WHERE no_w_id = 1"
            + " AND no_d_id = 2",
        "4 of | UPDATE tpcctest_orders SET o_ol_cnt = o_ol_cnt + ? WHERE o_w_id = 2 AND o_d_id = 1"
            + " AND o_id = 5",
      })
  void findsABrokenRow(String condition, String damage) throws Exception {
    server.execute(damage.replace("?", "1"));
    try {
      assertThat(workload.violations(server.direct(properties)))
          .anyMatch(line -> line.startsWith("consistency condition " + condition));
    } finally {
      server.execute(damage.replace("?", "-1"));
    }
    assertThat(workload.violations(server.direct(properties))).isEmpty();
  }

  @Test
  void findsAMissingNewOrder() throws Exception {
    String row = "no_w_id = 2 AND no_d_id = 5 AND no_o_id = ";
    long middle =
        number("SELECT MAX(no_o_id) - 1 FROM tpcctest_new_order WHERE no_w_id = 2 AND no_d_id = 5");
    server.execute("DELETE FROM tpcctest_new_order WHERE " + row + middle);
    try {
      assertThat(workload.violations(server.direct(properties)))
          .singleElement()
          .asString()
          .startsWith("consistency condition 3 of")
          .contains("warehouse 2, district 5");
    } finally {
      server.execute("INSERT INTO tpcctest_new_order VALUES (" + middle + ", 5, 2)");
    }
  }

  @Test
  void paysForRemoteCustomersAndByName() {
    int remote = 0;
    int byName = 0;
    for (int i = 0; i < 20_000; i++) {
      Payment payment = new Payment(options, TpccRandom.ofRun());
      remote += payment.choice().warehouse() == payment.warehouse() ? 0 : 1;
      byName += payment.choice().isByName() ? 1 : 0;
    }

    // Five standard deviations.
    assertThat(remote).isBetween(2_748, 3_252);
    assertThat(byName).isBetween(11_654, 12_346);
  }
}
