package dev.tlsbench.ycsb.workload.tpcc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A customer, chosen by last name in 60 of 100 cases and by number in the others (clauses 2.5.1.2
 * and 2.6.1.2).
 *
 * @param number from 1; 0 if chosen by name
 * @param lastName empty if chosen by number
 */
record CustomerChoice(int warehouse, int district, int number, String lastName) {
  static CustomerChoice draw(int warehouse, int district, TpccOptions options, TpccRandom random) {
    return TpccRandom.percent(60)
        ? new CustomerChoice(warehouse, district, 0, random.lastName(options))
        : new CustomerChoice(warehouse, district, random.customer(options), "");
  }

  boolean isByName() {
    return number == 0;
  }

  /**
   * Returns the number of the customer in the middle, rounded up, of those with the name.
   *
   * @param sql a query by name that returns the number first
   */
  int find(TpccConnection connection, String sql, int shown) throws SQLException {
    List<Integer> found = new ArrayList<>();
    try (ResultSet row = connection.select(sql, warehouse, district, lastName)) {
      while (row.next()) {
        TpccConnection.read(row, shown);
        found.add(row.getInt(1));
      }
    }
    if (found.isEmpty()) {
      throw new SQLException("no customer has the last name " + lastName);
    }
    return found.get((found.size() + 1) / 2 - 1);
  }
}
