package dev.tlsbench.ycsb.workload;

import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.RunProperties;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * Queries an SQL server for one long generated value: {@code SELECT REPEAT('x', n)}. It reads no
 * table, so the transfer dominates the cost. Each operation is one round trip.
 *
 * <p>The property {@code repeat.length} is {@code n} in bytes, 1 or more; the default is 1,048,576.
 * MySQL returns {@code NULL} for more than its limit, which is an error here (<a
 * href="https://dev.mysql.com/doc/refman/9.7/en/string-functions.html#function_repeat">REPEAT</a>).
 * {@code repeat.request}, 0 or more, adds a comment of that many bytes to the query; the default is
 * 0. An operation has the series {@code REPEAT}. Thread-safe.
 */
public final class RepeatWorkload extends TablelessWorkload implements Tallying {
  /** The property with the length. */
  public static final String LENGTH = "repeat.length";

  /** The property with the length of the query's comment. */
  public static final String REQUEST = "repeat.request";

  private static final String OPERATION = "REPEAT";

  private final Tally tally = new Tally();
  private int length;
  private String query = "";

  @Override
  public void init(Properties properties) {
    length = RunProperties.number(properties, LENGTH, 1 << 20, 1);
    int comment = RunProperties.number(properties, REQUEST, 0, 0);
    query = description() + (comment == 0 ? "" : " /*" + "x".repeat(comment) + "*/");
  }

  @Override
  public String description() {
    return "SELECT REPEAT('x', " + length + ")";
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return DirectClient.of(db).direct(OPERATION, Connection.class, this::repeat).isOk();
  }

  private Status repeat(Connection connection) throws SQLException {
    try (Statement select = connection.createStatement();
        ResultSet row = select.executeQuery(query)) {
      byte[] value = row.next() ? row.getBytes(1) : null;
      if (value == null) {
        throw new SQLException(
            LENGTH + ": " + length + " is more than the server allows (MySQL: max_allowed_packet)");
      }
      tally.addBytes(value.length);
      return value.length == length ? Status.OK : Status.UNEXPECTED_STATE;
    }
  }

  @Override
  public Tally tally() {
    return tally;
  }
}
