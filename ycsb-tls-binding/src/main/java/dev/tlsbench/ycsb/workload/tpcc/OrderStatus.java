package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.workload.TransactionThread;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The Order-Status transaction of clause 2.6. Customers of a name are counted before they are
 * selected, as in appendix A of the specification and in {@code go-tpc}.
 */
final class OrderStatus implements TransactionThread.Transaction<TpccConnection> {
  private static final String COUNT =
      "SELECT COUNT(c_id) FROM #customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?";
  private static final String BY_NAME =
      "SELECT c_balance, c_first, c_middle, c_id FROM #customer"
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
    int customer = choice.isByName() ? find(connection) : read(connection);
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

  private int read(TpccConnection connection) throws SQLException {
    try (ResultSet row =
        connection.row(BY_NUMBER, choice.warehouse(), choice.district(), choice.number())) {
      TpccConnection.read(row, 4);
      return choice.number();
    }
  }

  private int find(TpccConnection connection) throws SQLException {
    int count;
    try (ResultSet row = byName(connection, COUNT)) {
      row.next();
      count = row.getInt(1);
    }
    try (ResultSet row = byName(connection, BY_NAME)) {
      for (int i = 0; row.next(); i++) {
        if (i == CustomerChoice.middle(count)) {
          TpccConnection.read(row, 3);
          return row.getInt(4);
        }
      }
    }
    throw new SQLException("no customer has the last name " + choice.lastName());
  }

  private ResultSet byName(TpccConnection connection, String sql) throws SQLException {
    PreparedStatement select = connection.prepared(sql, choice.warehouse(), choice.district());
    select.setString(3, choice.lastName());
    return select.executeQuery();
  }
}
