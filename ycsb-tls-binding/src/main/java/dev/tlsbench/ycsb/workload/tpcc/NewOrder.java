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
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The New-Order transaction of clause 2.4. One in a hundred names an item that does not exist, and
 * rolls back.
 *
 * <p>Items, stock and lines take one statement each for all lines, as in {@code go-tpc}; stock is
 * locked, and updated line by line, in the order of its keys, so that orders do not block each
 * other in turn: PostgreSQL notices a deadlock only after a second.
 */
final class NewOrder implements TransactionThread.Transaction<TpccConnection> {
  private static final int FEWEST_LINES = 5;
  private static final int MOST_LINES = 15;

  private static final String CUSTOMER =
      "SELECT c_discount, c_last, c_credit, w_tax FROM #customer, #warehouse"
          + " WHERE w_id = ? AND c_w_id = w_id AND c_d_id = ? AND c_id = ?";
  private static final String DISTRICT =
      "SELECT d_next_o_id, d_tax FROM #district WHERE d_w_id = ? AND d_id = ? FOR UPDATE";
  private static final String NEXT_ORDER =
      "UPDATE #district SET d_next_o_id = ? WHERE d_w_id = ? AND d_id = ?";
  private static final String INSERT_ORDER =
      "INSERT INTO #orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)"
          + " VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP, ?, ?)";
  private static final String INSERT_NEW_ORDER =
      "INSERT INTO #new_order (no_o_id, no_d_id, no_w_id) VALUES (?, ?, ?)";
  private static final List<String> ITEMS =
      byLines(
          lines ->
              "SELECT i_id, i_price, i_name, i_data FROM #item WHERE i_id IN ("
                  + TpccConnection.list("?", lines)
                  + ")");
  private static final List<String> STOCKS =
      byLines(
          lines ->
              "SELECT s_w_id, s_i_id, s_quantity, s_data, "
                  + TpccTable.districts("")
                  + " FROM #stock WHERE (s_w_id, s_i_id) IN ("
                  + TpccConnection.list("(?,?)", lines)
                  + ") ORDER BY s_w_id, s_i_id FOR UPDATE");
  private static final String UPDATE_STOCK =
      "UPDATE #stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1,"
          + " s_remote_cnt = s_remote_cnt + ? WHERE s_w_id = ? AND s_i_id = ?";
  private static final List<String> INSERT_LINES =
      byLines(
          lines ->
              "INSERT INTO #order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id,"
                  + " ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES "
                  + TpccConnection.list("(?,?,?,?,?,?,?,?,?)", lines));

  /** The first column {@code s_dist_01} of {@link #STOCKS}. */
  private static final int FIRST_DISTRICT = 5;

  private final int warehouse;
  private final int district;
  private final int customer;
  private final List<Line> lines = new ArrayList<>();
  private BigDecimal total = BigDecimal.ZERO;

  /** A line of the order. */
  private record Line(int item, int supplier, int quantity) {}

  private record StockKey(int warehouse, int item) {}

  private record Stock(int quantity, String district) {
    /** Clause 2.4.2.2: stock below ten is filled up. */
    Stock less(int ordered) {
      int left = quantity - ordered;
      return new Stock(left >= 10 ? left : left + 91, district);
    }
  }

  NewOrder(TpccOptions options, TpccRandom random) {
    this(options, random, TpccRandom.percent(1));
  }

  /** Draws an order; an invalid one names an item that does not exist in its last line. */
  NewOrder(TpccOptions options, TpccRandom random, boolean invalid) {
    warehouse = TpccRandom.uniform(1, options.warehouses());
    district = TpccRandom.uniform(1, TpccOptions.DISTRICTS);
    customer = random.customer(options);
    int count = TpccRandom.uniform(FEWEST_LINES, MOST_LINES);
    for (int line = 1; line <= count; line++) {
      boolean unused = invalid && line == count;
      lines.add(
          new Line(
              unused ? options.items() + 1 : random.item(options),
              TpccRandom.percent(1) ? TpccRandom.otherWarehouse(warehouse, options) : warehouse,
              TpccRandom.uniform(1, 10)));
    }
    lines.sort(Comparator.comparingInt(Line::supplier).thenComparingInt(Line::item));
  }

  private static List<String> byLines(IntFunction<String> sql) {
    return IntStream.rangeClosed(0, MOST_LINES)
        .mapToObj(lines -> lines < FEWEST_LINES ? "" : sql.apply(lines))
        .toList();
  }

  /** Returns the amount to pay, as a terminal shows it. */
  BigDecimal total() {
    return total;
  }

  @Override
  public void run(TpccConnection connection) throws SQLException {
    connection.begin();
    BigDecimal discount;
    BigDecimal warehouseTax;
    try (ResultSet row = connection.row(CUSTOMER, warehouse, district, customer)) {
      TpccConnection.read(row, 3);
      discount = row.getBigDecimal(1);
      warehouseTax = row.getBigDecimal(4);
    }
    int order;
    BigDecimal districtTax;
    try (ResultSet row = connection.row(DISTRICT, warehouse, district)) {
      order = row.getInt(1);
      districtTax = row.getBigDecimal(2);
    }
    connection.update(NEXT_ORDER, order + 1, warehouse, district);
    connection.update(
        INSERT_ORDER, order, district, warehouse, customer, lines.size(), isLocal() ? 1 : 0);
    connection.update(INSERT_NEW_ORDER, order, district, warehouse);
    Map<Integer, BigDecimal> items = items(connection);
    if (!lines.stream().allMatch(line -> items.containsKey(line.item))) {
      connection.rollback();
      return;
    }
    BigDecimal amount = insertLines(connection, order, items, stocks(connection));
    connection.commit();
    total =
        amount
            .multiply(BigDecimal.ONE.subtract(discount))
            .multiply(BigDecimal.ONE.add(warehouseTax).add(districtTax));
  }

  private boolean isLocal() {
    return lines.stream().allMatch(line -> line.supplier == warehouse);
  }

  private Map<Integer, BigDecimal> items(TpccConnection connection) throws SQLException {
    Object[] keys = lines.stream().map(Line::item).toArray();
    Map<Integer, BigDecimal> items = new HashMap<>();
    try (ResultSet row = connection.select(ITEMS.get(lines.size()), keys)) {
      while (row.next()) {
        row.getString(3);
        row.getString(4);
        items.put(row.getInt(1), row.getBigDecimal(2));
      }
    }
    return items;
  }

  private Map<StockKey, Stock> stocks(TpccConnection connection) throws SQLException {
    Object[] keys = lines.stream().flatMap(l -> Stream.of(l.supplier, l.item)).toArray();
    Map<StockKey, Stock> stocks = new HashMap<>();
    try (ResultSet row = connection.select(STOCKS.get(lines.size()), keys)) {
      while (row.next()) {
        row.getString(4);
        stocks.put(
            new StockKey(row.getInt(1), row.getInt(2)),
            new Stock(row.getInt(3), row.getString(FIRST_DISTRICT + district - 1)));
      }
    }
    return stocks;
  }

  /** Takes the lines from stock and inserts them; returns the sum of their amounts. */
  private BigDecimal insertLines(
      TpccConnection connection,
      int order,
      Map<Integer, BigDecimal> items,
      Map<StockKey, Stock> stocks)
      throws SQLException {
    List<Object> inserted = new ArrayList<>();
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      BigDecimal price = items.get(line.item);
      StockKey key = new StockKey(line.supplier, line.item);
      Stock stock = stocks.get(key);
      if (price == null || stock == null) {
        throw new SQLException("no stock of item " + line.item + " in warehouse " + line.supplier);
      }
      Stock left = stock.less(line.quantity);
      // An item may be in several lines.
      stocks.put(key, left);
      connection.update(
          UPDATE_STOCK,
          left.quantity,
          line.quantity,
          line.supplier == warehouse ? 0 : 1,
          line.supplier,
          line.item);
      BigDecimal amount = price.multiply(BigDecimal.valueOf(line.quantity));
      sum = sum.add(amount);
      inserted.addAll(
          List.of(order, district, warehouse, i + 1, line.item, line.supplier, line.quantity));
      inserted.addAll(List.of(amount, stock.district));
    }
    connection.update(INSERT_LINES.get(lines.size()), inserted.toArray());
    return sum;
  }
}
