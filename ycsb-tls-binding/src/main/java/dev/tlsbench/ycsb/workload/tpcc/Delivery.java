package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.workload.TransactionThread;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The Delivery transaction of clause 2.7: the oldest order of each district, all in one database
 * transaction. It is not queued, and its latency is that of the delivery itself.
 */
final class Delivery implements TransactionThread.Transaction<TpccConnection> {
  private static final int CARRIERS = 10;
  private static final String KEYS =
      " IN (" + TpccConnection.list("(?,?,?)", TpccOptions.DISTRICTS) + ")";

  private static final String OLDEST =
      "SELECT no_o_id FROM #new_order WHERE no_w_id = ? AND no_d_id = ?"
          + " ORDER BY no_o_id LIMIT 1 FOR UPDATE";
  private static final String DELETE =
      "DELETE FROM #new_order WHERE (no_w_id, no_d_id, no_o_id)" + KEYS;
  private static final String UPDATE_ORDERS =
      "UPDATE #orders SET o_carrier_id = ? WHERE (o_w_id, o_d_id, o_id)" + KEYS;
  private static final String ORDERS =
      "SELECT o_d_id, o_c_id FROM #orders WHERE (o_w_id, o_d_id, o_id)" + KEYS;
  private static final String UPDATE_LINES =
      "UPDATE #order_line SET ol_delivery_d = CURRENT_TIMESTAMP"
          + " WHERE (ol_w_id, ol_d_id, ol_o_id)"
          + KEYS;
  private static final String AMOUNTS =
      "SELECT ol_d_id, SUM(ol_amount) FROM #order_line WHERE (ol_w_id, ol_d_id, ol_o_id)"
          + KEYS
          + " GROUP BY ol_d_id";
  private static final String UPDATE_CUSTOMER =
      "UPDATE #customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1"
          + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";

  private final int warehouse;
  private final int carrier;

  Delivery(TpccOptions options, TpccRandom random) {
    warehouse = TpccRandom.uniform(1, options.warehouses());
    carrier = TpccRandom.uniform(1, CARRIERS);
  }

  @Override
  public void run(TpccConnection connection) throws SQLException {
    connection.begin();
    // Warehouse, district and order for each district; order 0, which is none, skips one.
    List<Object> list = new ArrayList<>();
    for (int district = 1; district <= TpccOptions.DISTRICTS; district++) {
      try (ResultSet row = connection.select(OLDEST, warehouse, district)) {
        list.addAll(List.of(warehouse, district, row.next() ? row.getInt(1) : 0));
      }
    }
    Object[] keys = list.toArray();
    connection.update(DELETE, keys);
    list.add(0, carrier);
    connection.update(UPDATE_ORDERS, list.toArray());
    int[] customers = new int[TpccOptions.DISTRICTS + 1];
    try (ResultSet row = connection.select(ORDERS, keys)) {
      while (row.next()) {
        customers[row.getInt(1)] = row.getInt(2);
      }
    }
    connection.update(UPDATE_LINES, keys);
    BigDecimal[] amounts = new BigDecimal[TpccOptions.DISTRICTS + 1];
    Arrays.fill(amounts, BigDecimal.ZERO);
    try (ResultSet row = connection.select(AMOUNTS, keys)) {
      while (row.next()) {
        amounts[row.getInt(1)] = row.getBigDecimal(2);
      }
    }
    for (int district = 1; district <= TpccOptions.DISTRICTS; district++) {
      if (customers[district] > 0) {
        connection.update(
            UPDATE_CUSTOMER, amounts[district], warehouse, district, customers[district]);
      }
    }
    connection.commit();
  }
}
