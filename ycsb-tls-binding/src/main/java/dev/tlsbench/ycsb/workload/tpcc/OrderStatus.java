package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.workload.TransactionThread;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The Order-Status transaction of clause 2.6. Customers of a name are counted before they are
 * selected, as in {@code go-tpc}.
 */
final class OrderStatus implements TransactionThread.Transaction<TpccConnection> {
  private final CustomerChoice choice;

  OrderStatus(TpccOptions options, TpccRandom random) {
    int warehouse = TpccRandom.uniform(1, options.warehouses());
    int district = TpccRandom.uniform(1, TpccOptions.DISTRICTS);
    choice = CustomerChoice.draw(warehouse, district, options, random);
  }

  @Override
  public void run(TpccConnection connection) throws SQLException {
    connection.begin();
    int warehouse = choice.warehouse();
    int district = choice.district();
    int customer = choice.number();
    if (choice.isByName()) {
      connection.number("status.count", warehouse, district, choice.lastName());
      customer = choice.find(connection, "status.byName", 4);
    } else {
      try (ResultSet row = connection.row("status.byNumber", warehouse, district, customer)) {
        TpccConnection.read(row, 4);
      }
    }
    int order;
    try (ResultSet row = connection.row("status.order", warehouse, district, customer)) {
      TpccConnection.read(row, 2);
      order = row.getInt(3);
    }
    try (ResultSet row = connection.select("status.lines", warehouse, district, order)) {
      while (row.next()) {
        TpccConnection.read(row, 5);
      }
    }
    connection.commit();
  }
}
