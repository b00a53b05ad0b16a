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
 * districts, and for each district its customers and orders with a tenth of the warehouse's stock,
 * and in the first warehouse a tenth of the items. Thread-safe; the parts wait for the first one.
 */
final class TpccLoad {
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
    return Math.addExact(1, Math.multiplyExact(options.warehouses(), TpccOptions.DISTRICTS));
  }

  boolean isLoaded(SqlConnection sql) throws SQLException {
    for (TpccTable table : TpccTable.values()) {
      if (!mark(table, sql).isLoaded(content(sql))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Tests whether no table is being loaded.
   *
   * @throws InvalidSettingException if there was no load, or one of other sizes
   */
  boolean isWhole(SqlConnection sql) throws SQLException {
    for (TpccTable table : TpccTable.values()) {
      if (mark(table, sql).isLoading()) {
        return false;
      }
    }
    TableMark mark = mark(TpccTable.WAREHOUSE, sql);
    String sizes = options.sizes();
    String found = mark.content().map("loaded with "::concat).orElse("not loaded");
    if (!found.startsWith("loaded with " + sizes + ",")) {
      throw new InvalidSettingException(
          "%s: %s was %s, but %s is required; load it first"
              .formatted(TpccOptions.WAREHOUSES, mark.table(), found, sizes));
    }
    return true;
  }

  private String content(SqlConnection sql) {
    return options.sizes() + ", engine=" + sql.dialect().engine();
  }

  private TableMark mark(TpccTable table, SqlConnection sql) {
    return new TableMark(sql, table.name(options.prefix()));
  }

  /** Loads the next part; returns true. */
  boolean next(SqlConnection sql) throws SQLException {
    int part = begun.getAndIncrement();
    if (part >= parts()) {
      throw new InvalidSettingException(
          "insertcount: it is more than the " + parts() + " parts of the load; omit it");
    }
    if (part == 0) {
      try {
        create(sql);
        created.complete(true);
      } finally {
        created.complete(false);
      }
    } else if (!created.join()) {
      throw new SQLException("the tables were not created");
    } else {
      int warehouse = (part - 1) / TpccOptions.DISTRICTS + 1;
      int district = (part - 1) % TpccOptions.DISTRICTS + 1;
      fillStock(sql, warehouse, district);
      fillCustomers(sql, warehouse, district);
      fillOrders(sql, warehouse, district);
    }
    if (done.incrementAndGet() == parts()) {
      complete(sql);
    }
    return true;
  }

  private void create(SqlConnection sql) throws SQLException {
    for (TpccTable table : TpccTable.values()) {
      mark(table, sql).create(TpccConnection.sql("table." + table, ""), sql.dialect().engine());
    }
    try (Rows warehouses = new Rows(sql, TpccTable.WAREHOUSE);
        Rows districts = new Rows(sql, TpccTable.DISTRICT)) {
      for (int warehouse = 1; warehouse <= options.warehouses(); warehouse++) {
        warehouses.add(warehouse);
        for (int district = 1; district <= TpccOptions.DISTRICTS; district++) {
          districts.add(district, warehouse, options.customers() + 1);
        }
      }
    }
  }

  private void complete(SqlConnection sql) throws SQLException {
    sql.execute(TpccConnection.sql("index.1", options.prefix()));
    sql.execute(TpccConnection.sql("index.2", options.prefix()));
    for (TpccTable table : TpccTable.values()) {
      mark(table, sql).loaded(content(sql));
    }
  }

  private void fillStock(SqlConnection sql, int warehouse, int tenth) throws SQLException {
    long count = options.items();
    try (Rows items = new Rows(sql, TpccTable.ITEM);
        Rows stock = new Rows(sql, TpccTable.STOCK)) {
      for (long item = (tenth - 1) * count / 10 + 1; item <= tenth * count / 10; item++) {
        if (warehouse == 1) {
          items.add(item);
        }
        stock.add(item, warehouse);
      }
    }
  }

  private void fillCustomers(SqlConnection sql, int warehouse, int district) throws SQLException {
    try (Rows customers = new Rows(sql, TpccTable.CUSTOMER);
        Rows histories = new Rows(sql, TpccTable.HISTORY)) {
      for (int customer = 1; customer <= options.customers(); customer++) {
        String name =
            customer <= 1_000 ? TpccRandom.lastName(customer - 1) : random.lastName(options);
        String credit = TpccRandom.percent(10) ? "'BC'" : "'GC'";
        customers.add(customer, district, warehouse, "'" + name + "'", credit);
        histories.add(customer, district, warehouse, district, warehouse);
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
        int count = TpccRandom.uniform(5, 15);
        Object carrier = delivered ? TpccRandom.uniform(1, 10) : "NULL";
        orders.add(order, district, warehouse, customers.get(order - 1), carrier, count);
        if (!delivered) {
          newOrders.add(order, district, warehouse);
        }
        String time = delivered ? "CURRENT_TIMESTAMP" : "NULL";
        for (int line = 1; line <= count; line++) {
          int item = TpccRandom.uniform(1, options.items());
          String amount = delivered ? "0.00" : TpccRandom.value("m1:999999");
          lines.add(order, district, warehouse, line, item, warehouse, time, amount);
        }
      }
    }
  }

  /** The rows of a table, in statements of limited length; the last one is sent by closing. */
  private final class Rows implements AutoCloseable {
    private final Statement statement;
    private final RowBatch batch;
    private final String[] template;

    Rows(SqlConnection sql, TpccTable table) throws SQLException {
      template = TpccConnection.sql("rows." + table, "").split(" ");
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
