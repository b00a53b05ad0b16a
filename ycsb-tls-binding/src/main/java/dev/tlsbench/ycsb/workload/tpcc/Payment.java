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
  private final int warehouse;
  private final int district = TpccRandom.uniform(1, TpccOptions.DISTRICTS);
  private final CustomerChoice choice;
  private final BigDecimal amount = BigDecimal.valueOf(TpccRandom.uniform(100, 500_000), 2);

  Payment(TpccOptions options, TpccRandom random) {
    warehouse = TpccRandom.uniform(1, options.warehouses());
    boolean remote = TpccRandom.percent(15) && options.warehouses() > 1;
    int home = remote ? TpccRandom.otherWarehouse(warehouse, options) : warehouse;
    int homeDistrict = remote ? TpccRandom.uniform(1, TpccOptions.DISTRICTS) : district;
    choice = CustomerChoice.draw(home, homeDistrict, options, random);
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
    connection.update("payment.updateDistrict", amount, warehouse, district);
    String districtName = address(connection.row("payment.district", warehouse, district));
    connection.update("payment.updateWarehouse", amount, warehouse);
    String warehouseName = address(connection.row("payment.warehouse", warehouse));
    int customer =
        choice.isByName() ? choice.find(connection, "payment.byName", 0) : choice.number();
    int home = choice.warehouse();
    int homeDistrict = choice.district();
    boolean bad;
    try (ResultSet row = connection.row("payment.customer", home, homeDistrict, customer)) {
      TpccConnection.read(row, 13);
      bad = row.getString(14).equals("BC");
    }
    if (bad) {
      String data = data(connection, customer);
      connection.update(
          "payment.updateBadCustomer", amount, amount, data, home, homeDistrict, customer);
    } else {
      connection.update("payment.updateCustomer", amount, amount, home, homeDistrict, customer);
    }
    String places = warehouseName + "    " + districtName;
    connection.update(
        "payment.insertHistory", customer, homeDistrict, home, district, warehouse, amount, places);
    connection.commit();
  }

  /** Reads an address; returns the name of its place, which is the last column. */
  private static String address(ResultSet row) throws SQLException {
    try (row) {
      TpccConnection.read(row, 5);
      return row.getString(6);
    }
  }

  /** Puts the payment before the customer's data, whose end is cut off (clause 2.5.2.2). */
  private String data(TpccConnection connection, int customer) throws SQLException {
    int home = choice.warehouse();
    int homeDistrict = choice.district();
    String payer = customer + " " + homeDistrict + " " + home + " ";
    String payment = district + " " + warehouse + " " + amount + " ";
    try (ResultSet row = connection.row("payment.data", home, homeDistrict, customer)) {
      String data = payer + payment + row.getString(1);
      return data.substring(0, Math.min(500, data.length()));
    }
  }
}
