package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.workload.TransactionThread;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The Stock-Level transaction of clause 2.8: items of the last 20 orders with little stock. */
final class StockLevel implements TransactionThread.Transaction<TpccConnection> {
  private static final int LAST_ORDERS = 20;
  private static final String DISTRICT =
      "SELECT d_next_o_id FROM #district WHERE d_w_id = ? AND d_id = ?";
  private static final String COUNT =
      "SELECT COUNT(DISTINCT s_i_id) FROM #order_line, #stock"
          + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id < ? AND ol_o_id >= ?"
          + " AND s_w_id = ? AND s_i_id = ol_i_id AND s_quantity < ?";

  private final int warehouse;
  private final int district;
  private final int threshold;

  StockLevel(TpccOptions options, TpccRandom random) {
    warehouse = TpccRandom.uniform(1, options.warehouses());
    district = TpccRandom.uniform(1, TpccOptions.DISTRICTS);
    threshold = TpccRandom.uniform(10, 20);
  }

  @Override
  public void run(TpccConnection connection) throws SQLException {
    connection.begin();
    int next;
    try (ResultSet row = connection.row(DISTRICT, warehouse, district)) {
      next = row.getInt(1);
    }
    try (ResultSet row =
        connection.row(
            COUNT, warehouse, district, next, next - LAST_ORDERS, warehouse, threshold)) {
      TpccConnection.read(row, 1);
    }
    connection.commit();
  }
}
