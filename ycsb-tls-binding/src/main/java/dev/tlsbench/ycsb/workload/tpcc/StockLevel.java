package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.workload.TransactionThread;
import java.sql.SQLException;

/** The Stock-Level transaction of clause 2.8: items of the last 20 orders with little stock. */
final class StockLevel implements TransactionThread.Transaction<TpccConnection> {
  private static final int LAST_ORDERS = 20;

  private final int warehouse;
  private final int district = TpccRandom.uniform(1, TpccOptions.DISTRICTS);
  private final int threshold = TpccRandom.uniform(10, 20);

  StockLevel(TpccOptions options) {
    warehouse = TpccRandom.uniform(1, options.warehouses());
  }

  @Override
  public void run(TpccConnection connection) throws SQLException {
    connection.begin();
    int next = connection.number("level.district", warehouse, district);
    connection.number(
        "level.count", warehouse, district, next, next - LAST_ORDERS, warehouse, threshold);
    connection.commit();
  }
}
