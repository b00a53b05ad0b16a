package dev.tlsbench.ycsb.workload.tpcc;

import static dev.tlsbench.ycsb.workload.tpcc.TpccRandom.uniform;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.jdbc.TableMark;
import dev.tlsbench.ycsb.workload.RowBatch;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Creates the tables and fills them as in clause 4.3.3, in parts: the tables with warehouses and
 * districts, the items in ten parts, and for each district its customers and orders with a tenth of
 * the warehouse's stock. Thread-safe; the parts wait for the first one.
 */
final class TpccLoad {
  private static final int ITEM_PARTS = 10;
  private static final String NOW = "CURRENT_TIMESTAMP";
  private static final String NULL = "NULL";

  private final TpccOptions options;
  private final TpccRandom random = TpccRandom.ofLoad();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final CompletableFuture<Boolean> created = new CompletableFuture<>();

  TpccLoad(TpccOptions options) {
    this.options = options;
  }

  /** Returns the number of parts. */
  int parts() {
    return Math.addExact(
        1 + ITEM_PARTS, Math.multiplyExact(options.warehouses(), TpccOptions.DISTRICTS));
  }

  boolean isLoaded(SqlConnection sql) throws SQLException {
    for (TpccTable table : TpccTable.values()) {
      if (!mark(table, sql).isLoaded(content(sql))) {
        return false;
      }
    }
    return true;
  }

  boolean isLoading(SqlConnection sql) throws SQLException {
    for (TpccTable table : TpccTable.values()) {
      if (mark(table, sql).isLoading()) {
        return true;
      }
    }
    return false;
  }

  /**
   * @throws InvalidSettingException if there was no load, or one of other sizes
   */
  void requireSizes(SqlConnection sql) throws SQLException {
    TableMark mark = mark(TpccTable.WAREHOUSE, sql);
    String found = mark.content().orElse("");
    if (!found.startsWith(options.sizes() + ",")) {
      throw new InvalidSettingException(
          TpccOptions.WAREHOUSES
              + ": "
              + mark.table()
              + (found.isEmpty() ? " was not loaded" : " was loaded with " + found)
              + ", but "
              + options.sizes()
              + " is required; load it first");
    }
  }

  private String content(SqlConnection sql) {
    return options.sizes() + ", engine=" + sql.dialect().engine();
  }

  private TableMark mark(TpccTable table, SqlConnection sql) {
    return new TableMark(sql, table.name(options.prefix()));
  }

  /** Loads the next part. */
  void next(SqlConnection sql) throws SQLException {
    int part = begun.getAndIncrement();
    if (part >= parts()) {
      throw new InvalidSettingException(
          "insertcount: it is more than the " + parts() + " parts of the load; omit it");
    }
    if (part == 0) {
      try {
        create(sql);
      } finally {
        created.complete(done.get() == 1);
      }
      return;
    }
    if (!created.join()) {
      throw new SQLException("the tables were not created");
    }
    if (part <= ITEM_PARTS) {
      fillItems(sql, part - 1);
    } else {
      int number = part - 1 - ITEM_PARTS;
      fillDistrict(sql, number / TpccOptions.DISTRICTS + 1, number % TpccOptions.DISTRICTS + 1);
    }
    if (done.incrementAndGet() == parts()) {
      complete(sql);
    }
  }

  private void create(SqlConnection sql) throws SQLException {
    for (TpccTable table : TpccTable.values()) {
      mark(table, sql).create(table.columns(), sql.dialect().engine());
    }
    try (Rows warehouses = new Rows(sql, TpccTable.WAREHOUSE);
        Rows districts = new Rows(sql, TpccTable.DISTRICT)) {
      for (int warehouse = 1; warehouse <= options.warehouses(); warehouse++) {
        warehouses.add(warehouse + ", " + place() + ", " + tax() + ", 300000.00");
        for (int district = 1; district <= TpccOptions.DISTRICTS; district++) {
          districts.add(
              district
                  + ", "
                  + warehouse
                  + ", "
                  + place()
                  + ", "
                  + tax()
                  + ", 30000.00, "
                  + (options.customers() + 1));
        }
      }
    }
    done.incrementAndGet();
  }

  private void complete(SqlConnection sql) throws SQLException {
    for (String index : TpccTable.INDEXES) {
      sql.execute(index.replace("#", options.prefix()));
    }
    for (TpccTable table : TpccTable.values()) {
      mark(table, sql).loaded(content(sql));
    }
  }

  /** Returns the numbers in one of ten parts. */
  private static IntStream part(int part, int count) {
    return IntStream.rangeClosed(
        (int) ((long) part * count / 10) + 1, (int) ((part + 1L) * count / 10));
  }

  private void fillItems(SqlConnection sql, int part) throws SQLException {
    try (Rows rows = new Rows(sql, TpccTable.ITEM)) {
      for (int item : part(part, options.items()).toArray()) {
        rows.add(
            item
                + ", "
                + uniform(1, 10_000)
                + quoted(TpccRandom.text(14, 24))
                + ", "
                + money(100, 10_000)
                + quoted(TpccRandom.data()));
      }
    }
  }

  private void fillDistrict(SqlConnection sql, int warehouse, int district) throws SQLException {
    fillStock(sql, warehouse, district - 1);
    fillCustomers(sql, warehouse, district);
    fillOrders(sql, warehouse, district);
  }

  private void fillStock(SqlConnection sql, int warehouse, int part) throws SQLException {
    try (Rows rows = new Rows(sql, TpccTable.STOCK)) {
      for (int item : part(part, options.items()).toArray()) {
        String districts =
            IntStream.range(0, TpccOptions.DISTRICTS)
                .mapToObj(district -> quoted(TpccRandom.text(24, 24)))
                .collect(Collectors.joining());
        rows.add(
            item
                + ", "
                + warehouse
                + ", "
                + uniform(10, 100)
                + districts
                + ", 0, 0, 0"
                + quoted(TpccRandom.data()));
      }
    }
  }

  private void fillCustomers(SqlConnection sql, int warehouse, int district) throws SQLException {
    try (Rows customers = new Rows(sql, TpccTable.CUSTOMER);
        Rows histories = new Rows(sql, TpccTable.HISTORY)) {
      for (int customer = 1; customer <= options.customers(); customer++) {
        String key = customer + ", " + district + ", " + warehouse;
        customers.add(
            key
                + quoted(TpccRandom.text(8, 16))
                + ", 'OE'"
                + quoted(
                    customer <= 1_000
                        ? TpccRandom.lastName(customer - 1)
                        : random.lastName(options))
                + address()
                + quoted(TpccRandom.digits(16))
                + ", "
                + NOW
                + (TpccRandom.percent(10) ? ", 'BC'" : ", 'GC'")
                + ", 50000.00, "
                + BigDecimal.valueOf(uniform(0, 5_000), 4)
                + ", -10.00, 10.00, 1, 0"
                + quoted(TpccRandom.text(300, 500)));
        histories.add(
            key
                + ", "
                + district
                + ", "
                + warehouse
                + ", "
                + NOW
                + ", 10.00"
                + quoted(TpccRandom.text(12, 24)));
      }
    }
  }

  private void fillOrders(SqlConnection sql, int warehouse, int district) throws SQLException {
    List<Integer> customers =
        new ArrayList<>(IntStream.rangeClosed(1, options.customers()).boxed().toList());
    Collections.shuffle(customers, ThreadLocalRandom.current());
    try (Rows orders = new Rows(sql, TpccTable.ORDERS);
        Rows newOrders = new Rows(sql, TpccTable.NEW_ORDER);
        Rows lines = new Rows(sql, TpccTable.ORDER_LINE)) {
      for (int order = 1; order <= options.customers(); order++) {
        boolean delivered = order <= options.customers() - options.newOrders();
        String key = order + ", " + district + ", " + warehouse;
        int count = uniform(5, 15);
        orders.add(
            key
                + ", "
                + customers.get(order - 1)
                + ", "
                + NOW
                + ", "
                + (delivered ? uniform(1, 10) : NULL)
                + ", "
                + count
                + ", 1");
        if (!delivered) {
          newOrders.add(key);
        }
        for (int line = 1; line <= count; line++) {
          lines.add(
              key
                  + ", "
                  + line
                  + ", "
                  + uniform(1, options.items())
                  + ", "
                  + warehouse
                  + ", "
                  + (delivered ? NOW : NULL)
                  + ", 5, "
                  + (delivered ? "0.00" : money(1, 999_999))
                  + quoted(TpccRandom.text(24, 24)));
        }
      }
    }
  }

  /** Returns a name and an address. */
  private static String place() {
    return quoted(TpccRandom.text(6, 10)).substring(2) + address();
  }

  private static String address() {
    return quoted(TpccRandom.text(10, 20))
        + quoted(TpccRandom.text(10, 20))
        + quoted(TpccRandom.text(10, 20))
        + quoted(TpccRandom.letters(2))
        + quoted(TpccRandom.zip());
  }

  private static String quoted(String text) {
    return ", '" + text + "'";
  }

  private static BigDecimal money(int lowCents, int highCents) {
    return BigDecimal.valueOf(uniform(lowCents, highCents), 2);
  }

  private static BigDecimal tax() {
    return BigDecimal.valueOf(uniform(0, 2_000), 4);
  }

  /** The rows of a table, in statements of limited length; the last one is sent by closing. */
  private final class Rows implements AutoCloseable {
    private final Statement statement;
    private final RowBatch batch;

    Rows(SqlConnection sql, TpccTable table) throws SQLException {
      statement = sql.connection().createStatement();
      // Otherwise the driver would search every statement for {d …}.
      statement.setEscapeProcessing(false);
      batch =
          new RowBatch("INSERT INTO " + table.name(options.prefix()), RowBatch.STATEMENT_LENGTH);
    }

    void add(String values) throws SQLException {
      String row = "(" + values + ")";
      if (!batch.fits(row)) {
        statement.executeUpdate(batch.take());
      }
      batch.add(row);
    }

    @Override
    public void close() throws SQLException {
      try (statement) {
        if (!batch.isEmpty()) {
          statement.executeUpdate(batch.take());
        }
      }
    }
  }
}
