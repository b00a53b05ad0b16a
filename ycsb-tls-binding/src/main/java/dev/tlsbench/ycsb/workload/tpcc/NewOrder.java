package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.workload.TransactionThread;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The New-Order transaction of clause 2.4. One in a hundred names an item that does not exist, and
 * rolls back.
 *
 * <p>Items, stock and lines take one statement each for all lines, as in {@code go-tpc}; stock is
 * locked, and updated line by line, in the order of its keys, so that orders do not block each
 * other in turn: PostgreSQL notices a deadlock only after a second.
 */
final class NewOrder implements TransactionThread.Transaction<TpccConnection> {
  private final int warehouse;
  private final int district = TpccRandom.uniform(1, TpccOptions.DISTRICTS);
  private final int customer;
  private final List<Line> lines = new ArrayList<>();
  private BigDecimal total = BigDecimal.ZERO;

  private record Line(int supplier, int item, int quantity) {
    List<Integer> stock() {
      return List.of(supplier, item);
    }
  }

  NewOrder(TpccOptions options, TpccRandom random) {
    this(options, random, TpccRandom.percent(1));
  }

  /** Draws an order; an invalid one names an item that does not exist in its last line. */
  NewOrder(TpccOptions options, TpccRandom random, boolean invalid) {
    warehouse = TpccRandom.uniform(1, options.warehouses());
    customer = random.customer(options);
    int count = TpccRandom.uniform(5, 15);
    for (int line = 1; line <= count; line++) {
      int item = invalid && line == count ? options.items() + 1 : random.item(options);
      boolean remote = TpccRandom.percent(1);
      int supplier = remote ? TpccRandom.otherWarehouse(warehouse, options) : warehouse;
      lines.add(new Line(supplier, item, TpccRandom.uniform(1, 10)));
    }
    lines.sort(Comparator.comparingInt(Line::supplier).thenComparingInt(Line::item));
  }

  /** Returns the amount to pay, as a terminal shows it. */
  BigDecimal total() {
    return total;
  }

  /**
   * A violated constraint is one of the data: the locked district gives each order a number of its
   * own.
   */
  @Override
  public boolean repeatable(SQLException failure) {
    return !String.valueOf(failure.getSQLState()).startsWith("23");
  }

  @Override
  public void run(TpccConnection connection) throws SQLException {
    connection.begin();
    BigDecimal discount;
    BigDecimal tax;
    try (ResultSet row = connection.row("order.customer", warehouse, district, customer)) {
      TpccConnection.read(row, 3);
      discount = row.getBigDecimal(1);
      tax = row.getBigDecimal(4);
    }
    int order;
    try (ResultSet row = connection.row("order.district", warehouse, district)) {
      order = row.getInt(1);
      tax = tax.add(row.getBigDecimal(2));
    }
    connection.update("order.next", order + 1, warehouse, district);
    int local = lines.stream().allMatch(line -> line.supplier == warehouse) ? 1 : 0;
    connection.update("order.insert", order, district, warehouse, customer, lines.size(), local);
    connection.update("order.insertNew", order, district, warehouse);
    Map<Integer, BigDecimal> prices = new HashMap<>();
    Object[] items = lines.stream().map(Line::item).toArray();
    try (ResultSet row = connection.select("order.items", items)) {
      while (row.next()) {
        row.getString(3);
        row.getString(4);
        prices.put(row.getInt(1), row.getBigDecimal(2));
      }
    }
    if (!lines.stream().allMatch(line -> prices.containsKey(line.item))) {
      connection.rollback();
      return;
    }
    BigDecimal amount = insertLines(connection, order, prices);
    connection.commit();
    total = amount.multiply(BigDecimal.ONE.subtract(discount)).multiply(BigDecimal.ONE.add(tax));
  }

  /** Takes the lines from stock and inserts them; returns the sum of their amounts. */
  private BigDecimal insertLines(
      TpccConnection connection, int order, Map<Integer, BigDecimal> prices) throws SQLException {
    Map<List<Integer>, Integer> quantities = new HashMap<>();
    Map<List<Integer>, String> places = new HashMap<>();
    Object[] keys = lines.stream().flatMap(line -> line.stock().stream()).toArray();
    try (ResultSet row = connection.select("order.stock", keys)) {
      while (row.next()) {
        row.getString(4);
        List<Integer> key = List.of(row.getInt(1), row.getInt(2));
        quantities.put(key, row.getInt(3));
        // The columns s_dist_01 to s_dist_10 come after four others.
        places.put(key, row.getString(4 + district));
      }
    }
    List<Object> inserted = new ArrayList<>();
    BigDecimal sum = BigDecimal.ZERO;
    int number = 0;
    for (Line line : lines) {
      BigDecimal price = prices.get(line.item);
      Integer stock = quantities.get(line.stock());
      if (price == null || stock == null) {
        throw new SQLException("no stock of item " + line.item + " in warehouse " + line.supplier);
      }
      // Clause 2.4.2.2: stock below ten is filled up. An item may be in several lines.
      int left = stock - line.quantity + (stock - line.quantity >= 10 ? 0 : 91);
      quantities.put(line.stock(), left);
      int remote = line.supplier == warehouse ? 0 : 1;
      connection.update("order.updateStock", left, line.quantity, remote, line.supplier, line.item);
      BigDecimal amount = price.multiply(BigDecimal.valueOf(line.quantity));
      sum = sum.add(amount);
      inserted.addAll(List.of(order, district, warehouse, ++number, line.item, line.supplier));
      inserted.addAll(List.of(line.quantity, amount, places.get(line.stock())));
    }
    connection.update("order.insertLines", inserted.toArray());
    return sum;
  }
}
