package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.workload.TransactionThread;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The Payment transaction of clause 2.5. 15 of 100 customers pay in another warehouse than their
 * own.
 *
 * <p>The district is updated before the warehouse, as in {@code go-tpc}, so that the row of the
 * warehouse, which all payments change, is locked for less time.
 */
final class Payment implements TransactionThread.Transaction<TpccConnection> {
  private static final int REMOTE = 15;
  private static final int DATA_LENGTH = 500;

  private static final String UPDATE_DISTRICT =
      "UPDATE #district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?";
  private static final String DISTRICT =
      "SELECT d_street_1, d_street_2, d_city, d_state, d_zip, d_name FROM #district"
          + " WHERE d_w_id = ? AND d_id = ?";
  private static final String UPDATE_WAREHOUSE =
      "UPDATE #warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?";
  private static final String WAREHOUSE =
      "SELECT w_street_1, w_street_2, w_city, w_state, w_zip, w_name FROM #warehouse"
          + " WHERE w_id = ?";
  private static final String BY_NAME =
      "SELECT c_id FROM #customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first";
  private static final String CUSTOMER =
      "SELECT c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,"
          + " c_credit_lim, c_discount, c_balance, c_since, c_credit FROM #customer"
          + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ? FOR UPDATE";
  private static final String DATA =
      "SELECT c_data FROM #customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
  private static final String UPDATE_CUSTOMER =
      "UPDATE #customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
          + " c_payment_cnt = c_payment_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
  private static final String UPDATE_WITH_DATA =
      "UPDATE #customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
          + " c_payment_cnt = c_payment_cnt + 1, c_data = ?"
          + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
  private static final String INSERT_HISTORY =
      "INSERT INTO #history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)"
          + " VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP, ?, ?)";

  private final int warehouse;
  private final int district;
  private final CustomerChoice choice;
  private final BigDecimal amount;

  Payment(TpccOptions options, TpccRandom random) {
    warehouse = TpccRandom.uniform(1, options.warehouses());
    district = TpccRandom.uniform(1, TpccOptions.DISTRICTS);
    amount = BigDecimal.valueOf(TpccRandom.uniform(100, 500_000), 2);
    boolean remote = TpccRandom.percent(REMOTE) && options.warehouses() > 1;
    choice =
        CustomerChoice.draw(
            remote ? TpccRandom.otherWarehouse(warehouse, options) : warehouse,
            remote ? TpccRandom.uniform(1, TpccOptions.DISTRICTS) : district,
            options,
            random);
  }

  CustomerChoice choice() {
    return choice;
  }

  int warehouse() {
    return warehouse;
  }

  @Override
  public void run(TpccConnection connection) throws SQLException {
    connection.begin();
    connection.update(UPDATE_DISTRICT, amount, warehouse, district);
    String districtName = address(connection.row(DISTRICT, warehouse, district));
    connection.update(UPDATE_WAREHOUSE, amount, warehouse);
    String warehouseName = address(connection.row(WAREHOUSE, warehouse));
    int customer = choice.isByName() ? choice.find(connection, BY_NAME, 0) : choice.number();
    String credit;
    try (ResultSet row = customer(connection, CUSTOMER, customer)) {
      TpccConnection.read(row, 13);
      credit = row.getString(14);
    }
    if (credit.equals("BC")) {
      payWithBadCredit(connection, customer);
    } else {
      connection.update(
          UPDATE_CUSTOMER, amount, amount, choice.warehouse(), choice.district(), customer);
    }
    connection.update(
        INSERT_HISTORY,
        customer,
        choice.district(),
        choice.warehouse(),
        district,
        warehouse,
        amount,
        warehouseName + "    " + districtName);
    connection.commit();
  }

  /** Reads an address; returns the name of its place, which is the last column. */
  private static String address(ResultSet row) throws SQLException {
    try (row) {
      TpccConnection.read(row, 5);
      return row.getString(6);
    }
  }

  private ResultSet customer(TpccConnection connection, String sql, int customer)
      throws SQLException {
    return connection.row(sql, choice.warehouse(), choice.district(), customer);
  }

  /** Puts the payment before the customer's data, whose end is cut off (clause 2.5.2.2). */
  private void payWithBadCredit(TpccConnection connection, int customer) throws SQLException {
    StringBuilder data = new StringBuilder();
    data.append(customer).append(' ').append(choice.district()).append(' ');
    data.append(choice.warehouse()).append(' ').append(district).append(' ');
    data.append(warehouse).append(' ').append(amount).append(' ');
    try (ResultSet row = customer(connection, DATA, customer)) {
      data.append(row.getString(1));
    }
    data.setLength(Math.min(DATA_LENGTH, data.length()));
    connection.update(
        UPDATE_WITH_DATA,
        amount,
        amount,
        data.toString(),
        choice.warehouse(),
        choice.district(),
        customer);
  }
}
