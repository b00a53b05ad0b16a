package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.workload.TransactionConnection;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * A connection, and the statements prepared on it, each only once. {@code #} in a statement is the
 * prefix of the tables' names.
 */
final class TpccConnection extends TransactionConnection {
  private final String prefix;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  TpccConnection(SqlConnection sql, String prefix) throws SQLException {
    super(sql);
    this.prefix = prefix;
  }

  private PreparedStatement prepared(String sql, Object... values) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = sql().connection().prepareStatement(sql.replace("#", prefix));
      prepared.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Integer number) {
        statement.setInt(i + 1, number);
      } else if (values[i] instanceof BigDecimal number) {
        statement.setBigDecimal(i + 1, number);
      } else {
        statement.setString(i + 1, (String) values[i]);
      }
    }
    return statement;
  }

  ResultSet select(String sql, Object... values) throws SQLException {
    return prepared(sql, values).executeQuery();
  }

  /** Selects a row that must exist. */
  ResultSet row(String sql, Object... values) throws SQLException {
    ResultSet row = select(sql, values);
    if (!row.next()) {
      throw new SQLException("no row: " + sql.replace("#", prefix));
    }
    return row;
  }

  void update(String sql, Object... values) throws SQLException {
    prepared(sql, values).executeUpdate();
  }

  /** Reads the first columns of a row, as a terminal that shows them does. */
  static void read(ResultSet row, int columns) throws SQLException {
    for (int column = 1; column <= columns; column++) {
      row.getString(column);
    }
  }

  /** Returns a list of parameters for {@code IN} or {@code VALUES}. */
  static String list(String element, int count) {
    return element + ("," + element).repeat(count - 1);
  }
}
