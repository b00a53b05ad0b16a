package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The consistency conditions 1 to 4 of clause 3.3.2, each a single statement. */
enum TpccConsistency {
  W_YTD(
      1,
      "W_YTD = sum(D_YTD)",
      "SELECT w_id w, 0 d, w_ytd a, SUM(d_ytd) b FROM #warehouse, #district WHERE d_w_id = w_id"
          + " GROUP BY w_id, w_ytd"),
  ORDERS(
      2,
      "D_NEXT_O_ID - 1 = max(O_ID)",
      "SELECT d_w_id w, d_id d, d_next_o_id - 1 a, (SELECT COALESCE(MAX(o_id), 0) FROM #orders"
          + " WHERE o_w_id = d_w_id AND o_d_id = d_id) b FROM #district"),
  /** Does not apply to a district without new orders, whose maximum is null. */
  NEW_ORDERS(
      2,
      "D_NEXT_O_ID - 1 = max(NO_O_ID)",
      "SELECT d_w_id w, d_id d, d_next_o_id - 1 a, (SELECT MAX(no_o_id) FROM #new_order"
          + " WHERE no_w_id = d_w_id AND no_d_id = d_id) b FROM #district"),
  NO_GAP(
      3,
      "max(NO_O_ID) - min(NO_O_ID) + 1 = rows of NEW-ORDER",
      "SELECT no_w_id w, no_d_id d, MAX(no_o_id) - MIN(no_o_id) + 1 a, COUNT(*) b"
          + " FROM #new_order GROUP BY no_w_id, no_d_id"),
  LINES(
      4,
      "sum(O_OL_CNT) = rows of ORDER-LINE",
      "SELECT d_w_id w, d_id d, (SELECT COALESCE(SUM(o_ol_cnt), 0) FROM #orders"
          + " WHERE o_w_id = d_w_id AND o_d_id = d_id) a, (SELECT COUNT(*) FROM #order_line"
          + " WHERE ol_w_id = d_w_id AND ol_d_id = d_id) b FROM #district");

  private final int number;
  private final String equation;
  private final String sides;

  TpccConsistency(int number, String equation, String sides) {
    this.number = number;
    this.equation = equation;
    this.sides = sides;
  }

  /** Returns a sentence for the first violation of each condition. */
  static List<String> violations(SqlConnection sql, String prefix) throws SQLException {
    List<String> violations = new ArrayList<>();
    try (Statement statement = sql.connection().createStatement()) {
      for (TpccConsistency condition : values()) {
        String query =
            "SELECT w, d, a, b FROM ("
                + condition.sides.replace("#", prefix)
                + ") sides WHERE a <> b ORDER BY w, d";
        try (ResultSet row = statement.executeQuery(query)) {
          if (row.next()) {
            violations.add(condition.violated(row));
          }
        }
      }
    }
    return violations;
  }

  private String violated(ResultSet row) throws SQLException {
    int district = row.getInt(2);
    return "consistency condition "
        + number
        + " of TPC-C's clause 3.3.2 ("
        + equation
        + ") does not hold in warehouse "
        + row.getInt(1)
        + (district == 0 ? "" : ", district " + district)
        + ": "
        + row.getString(3)
        + " and "
        + row.getString(4);
  }
}
