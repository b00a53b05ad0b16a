package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.workload.TransactionConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection, and the statements prepared on it, each only once. They are called by their names
 * in {@code statements.properties}.
 */
final class TpccConnection extends TransactionConnection {
  private static final Pattern REPEATED = Pattern.compile("\\{(.*?)}");
  private static final Properties STATEMENTS = new Properties();

  static {
    try (InputStream file = TpccConnection.class.getResourceAsStream("statements.properties")) {
      STATEMENTS.load(Objects.requireNonNull(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final String prefix;
  private final Map<Form, PreparedStatement> prepared = new HashMap<>();

  /** A statement for a number of values. */
  private record Form(String name, int values) {}

  TpccConnection(SqlConnection sql, String prefix) throws SQLException {
    super(sql);
    this.prefix = prefix;
  }

  /** Returns a statement for tables with this prefix. */
  static String sql(String name, String prefix) {
    return Objects.requireNonNull(STATEMENTS.getProperty(name), name).replace("#", prefix);
  }

  /** Returns a statement with as many of its repeated element as there are values. */
  private static String repeated(String sql, int values) {
    Matcher element = REPEATED.matcher(sql);
    if (!element.find()) {
      return sql;
    }
    long own = marks(element.group(1));
    int count = (int) ((values - marks(sql) + own) / own);
    return element.replaceFirst(element.group(1) + ("," + element.group(1)).repeat(count - 1));
  }

  private static long marks(String sql) {
    return sql.chars().filter(c -> c == '?').count();
  }

  private PreparedStatement prepared(String name, Object... values) throws SQLException {
    Form form = new Form(name, values.length);
    PreparedStatement statement = prepared.get(form);
    if (statement == null) {
      String text = repeated(sql(name, prefix), values.length);
      statement = sql().connection().prepareStatement(text);
      prepared.put(form, statement);
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

  ResultSet select(String name, Object... values) throws SQLException {
    return prepared(name, values).executeQuery();
  }

  /** Selects a row that must exist. */
  ResultSet row(String name, Object... values) throws SQLException {
    ResultSet row = select(name, values);
    if (!row.next()) {
      throw new SQLException("no row: " + sql(name, prefix));
    }
    return row;
  }

  /** Selects the only column of a row that must exist. */
  int number(String name, Object... values) throws SQLException {
    try (ResultSet row = row(name, values)) {
      return row.getInt(1);
    }
  }

  void update(String name, Object... values) throws SQLException {
    prepared(name, values).executeUpdate();
  }

  /** Reads the first columns of a row, as a terminal that shows them does. */
  static void read(ResultSet row, int columns) throws SQLException {
    for (int column = 1; column <= columns; column++) {
      row.getString(column);
    }
  }
}
