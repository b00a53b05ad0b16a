package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.jdbc.TableMark;
import dev.tlsbench.ycsb.workload.RowBatch;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
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
  private static final String ADDRESS = "a10:20 a10:20 a10:20 l2 zip";
  private static final String PLACE = "a6:10 " + ADDRESS + " f0:2000";
  private static final String STOCK_TEXTS = "a24:24 ".repeat(TpccOptions.DISTRICTS);

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
          "%s: %s %s, but %s is required; load it first"
              .formatted(
                  TpccOptions.WAREHOUSES,
                  mark.table(),
                  found.isEmpty() ? "was not loaded" : "was loaded with " + found,
                  options.sizes()));
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
      try (Rows rows = new Rows(sql, TpccTable.ITEM, "? u1:10000 a14:24 m100:10000 data")) {
        for (int item : tenth(part - 1, options.items())) {
          rows.add(item);
        }
      }
    } else {
      int number = part - 1 - ITEM_PARTS;
      int warehouse = number / TpccOptions.DISTRICTS + 1;
      int district = number % TpccOptions.DISTRICTS + 1;
      fillStock(sql, warehouse, district - 1);
      fillCustomers(sql, warehouse, district);
      fillOrders(sql, warehouse, district);
    }
    if (done.incrementAndGet() == parts()) {
      complete(sql);
    }
  }

  private void create(SqlConnection sql) throws SQLException {
    for (TpccTable table : TpccTable.values()) {
      mark(table, sql).create(table.columns(), sql.dialect().engine());
    }
    try (Rows warehouses = new Rows(sql, TpccTable.WAREHOUSE, "? " + PLACE + " 300000.00");
        Rows districts = new Rows(sql, TpccTable.DISTRICT, "? ? " + PLACE + " 30000.00 ?")) {
      for (int warehouse = 1; warehouse <= options.warehouses(); warehouse++) {
        warehouses.add(warehouse);
        for (int district = 1; district <= TpccOptions.DISTRICTS; district++) {
          districts.add(district, warehouse, options.customers() + 1);
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

  /** Returns the numbers in one of ten parts, counted from 0. */
  private static int[] tenth(int part, int count) {
    return IntStream.rangeClosed(
            (int) ((long) part * count / 10) + 1, (int) ((part + 1L) * count / 10))
        .toArray();
  }

  private void fillStock(SqlConnection sql, int warehouse, int part) throws SQLException {
    String template = "? ? u10:100 " + STOCK_TEXTS + "0 0 0 data";
    try (Rows rows = new Rows(sql, TpccTable.STOCK, template)) {
      for (int item : tenth(part, options.items())) {
        rows.add(item, warehouse);
      }
    }
  }

  private void fillCustomers(SqlConnection sql, int warehouse, int district) throws SQLException {
    String template =
        "? ? ? a8:16 'OE' ? " + ADDRESS + " n16 ? ? 50000.00 f0:5000 -10.00 10.00 1 0 a300:500";
    try (Rows customers = new Rows(sql, TpccTable.CUSTOMER, template);
        Rows histories = new Rows(sql, TpccTable.HISTORY, "? ? ? ? ? ? 10.00 a12:24")) {
      for (int customer = 1; customer <= options.customers(); customer++) {
        String name =
            customer <= 1_000 ? TpccRandom.lastName(customer - 1) : random.lastName(options);
        String credit = TpccRandom.percent(10) ? "'BC'" : "'GC'";
        customers.add(customer, district, warehouse, "'" + name + "'", NOW, credit);
        histories.add(customer, district, warehouse, district, warehouse, NOW);
      }
    }
  }

  private void fillOrders(SqlConnection sql, int warehouse, int district) throws SQLException {
    List<Integer> customers =
        new ArrayList<>(IntStream.rangeClosed(1, options.customers()).boxed().toList());
    Collections.shuffle(customers, ThreadLocalRandom.current());
    try (Rows orders = new Rows(sql, TpccTable.ORDERS, "? ? ? ? ? ? ? 1");
        Rows newOrders = new Rows(sql, TpccTable.NEW_ORDER, "? ? ?");
        Rows lines = new Rows(sql, TpccTable.ORDER_LINE, "? ? ? ? ? ? ? 5 ? a24:24")) {
      for (int order = 1; order <= options.customers(); order++) {
        boolean delivered = order <= options.customers() - options.newOrders();
        int count = TpccRandom.uniform(5, 15);
        Object carrier = delivered ? TpccRandom.uniform(1, 10) : NULL;
        orders.add(order, district, warehouse, customers.get(order - 1), NOW, carrier, count);
        if (!delivered) {
          newOrders.add(order, district, warehouse);
        }
        for (int line = 1; line <= count; line++) {
          int item = TpccRandom.uniform(1, options.items());
          String time = delivered ? NOW : NULL;
          String amount = delivered ? "0.00" : TpccRandom.value("m1:999999");
          lines.add(order, district, warehouse, line, item, warehouse, time, amount);
        }
      }
    }
  }

  /**
   * The rows of a table, in statements of limited length; the last one is sent by closing. A row is
   * a template of values, see {@link TpccRandom#value}, and of {@code ?} for given ones.
   */
  private final class Rows implements AutoCloseable {
    private final Statement statement;
    private final RowBatch batch;
    private final String[] template;

    Rows(SqlConnection sql, TpccTable table, String template) throws SQLException {
      this.template = template.split(" ");
      statement = sql.connection().createStatement();
      // Otherwise the driver would search every statement for {d …}.
      statement.setEscapeProcessing(false);
      batch =
          new RowBatch("INSERT INTO " + table.name(options.prefix()), RowBatch.STATEMENT_LENGTH);
    }

    void add(Object... given) throws SQLException {
      StringJoiner joined = new StringJoiner(", ", "(", ")");
      int next = 0;
      for (String value : template) {
        joined.add(value.equals("?") ? given[next++].toString() : TpccRandom.value(value));
      }
      String row = joined.toString();
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
