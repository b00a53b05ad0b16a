package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.workload.TransactionThread;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The Order-Status transaction of clause 2.6. Customers of a name are counted before they are
 * selected, as in {@code go-tpc}.
 */
final class OrderStatus implements TransactionThread.Transaction<TpccConnection> {
  private static final String COUNT =
      "SELECT COUNT(c_id) FROM #customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?";
  private static final String BY_NAME =
      "SELECT c_id, c_balance, c_first, c_middle FROM #customer"
          + " WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first";
  private static final String BY_NUMBER =
      "SELECT c_balance, c_first, c_middle, c_last FROM #customer"
          + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
  private static final String ORDER =
      "SELECT o_carrier_id, o_entry_d, o_id FROM #orders"
          + " WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ? ORDER BY o_id DESC LIMIT 1";
  private static final String LINES =
      "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM #order_line"
          + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";

  private final CustomerChoice choice;

  OrderStatus(TpccOptions options, TpccRandom random) {
    choice =
        CustomerChoice.draw(
            TpccRandom.uniform(1, options.warehouses()),
            TpccRandom.uniform(1, TpccOptions.DISTRICTS),
            options,
            random);
  }

  @Override
  public void run(TpccConnection connection) throws SQLException {
    connection.begin();
    int warehouse = choice.warehouse();
    int district = choice.district();
    int customer = choice.number();
    if (choice.isByName()) {
      connection.row(COUNT, warehouse, district, choice.lastName()).close();
      customer = choice.find(connection, BY_NAME, 4);
    } else {
      try (ResultSet row = connection.row(BY_NUMBER, warehouse, district, customer)) {
        TpccConnection.read(row, 4);
      }
    }
    int order;
    try (ResultSet row = connection.row(ORDER, warehouse, district, customer)) {
      TpccConnection.read(row, 2);
      order = row.getInt(3);
    }
    try (ResultSet row = connection.select(LINES, warehouse, district, order)) {
      while (row.next()) {
        TpccConnection.read(row, 5);
      }
    }
    connection.commit();
  }
}
