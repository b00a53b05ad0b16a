package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;

/** The consistency conditions 1 to 4 of clause 3.3.2, each equation a single statement. */
final class TpccConsistency {
  private static final int EQUATIONS = 5;

  private TpccConsistency() {}

  /** Reports the first violation of each equation in a sentence; returns true. */
  static boolean check(SqlConnection sql, String prefix, Consumer<String> violated)
      throws SQLException {
    try (Statement statement = sql.connection().createStatement()) {
      for (int equation = 1; equation <= EQUATIONS; equation++) {
        String[] texts = TpccConnection.sql("check." + equation, prefix).split(": ", 2);
        String query = "SELECT w, d, a, b FROM (" + texts[1] + ") sides WHERE a <> b ORDER BY w, d";
        try (ResultSet row = statement.executeQuery(query)) {
          if (row.next()) {
            String place = row.getInt(2) == 0 ? "" : ", district " + row.getInt(2);
            violated.accept(
                "consistency condition %s does not hold in warehouse %d%s: %s and %s"
                    .formatted(texts[0], row.getInt(1), place, row.getString(3), row.getString(4)));
          }
        }
      }
    }
    return true;
  }
}
