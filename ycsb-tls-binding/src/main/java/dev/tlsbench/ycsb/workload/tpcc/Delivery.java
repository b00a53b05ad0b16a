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
  private final int warehouse;
  private final int carrier = TpccRandom.uniform(1, 10);

  Delivery(TpccOptions options) {
    warehouse = TpccRandom.uniform(1, options.warehouses());
  }

  @Override
  public void run(TpccConnection connection) throws SQLException {
    connection.begin();
    // Warehouse, district and order for each district; order 0, which is none, skips one.
    List<Object> list = new ArrayList<>();
    for (int district = 1; district <= TpccOptions.DISTRICTS; district++) {
      try (ResultSet row = connection.select("delivery.oldest", warehouse, district)) {
        list.addAll(List.of(warehouse, district, row.next() ? row.getInt(1) : 0));
      }
    }
    Object[] keys = list.toArray();
    connection.update("delivery.delete", keys);
    list.add(0, carrier);
    connection.update("delivery.updateOrders", list.toArray());
    int[] customers = new int[TpccOptions.DISTRICTS + 1];
    try (ResultSet row = connection.select("delivery.orders", keys)) {
      while (row.next()) {
        customers[row.getInt(1)] = row.getInt(2);
      }
    }
    connection.update("delivery.updateLines", keys);
    BigDecimal[] amounts = new BigDecimal[TpccOptions.DISTRICTS + 1];
    Arrays.fill(amounts, BigDecimal.ZERO);
    try (ResultSet row = connection.select("delivery.amounts", keys)) {
      while (row.next()) {
        amounts[row.getInt(1)] = row.getBigDecimal(2);
      }
    }
    for (int district = 1; district <= TpccOptions.DISTRICTS; district++) {
      if (customers[district] > 0) {
        connection.update(
            "delivery.updateCustomer", amounts[district], warehouse, district, customers[district]);
      }
    }
    connection.commit();
  }
}
