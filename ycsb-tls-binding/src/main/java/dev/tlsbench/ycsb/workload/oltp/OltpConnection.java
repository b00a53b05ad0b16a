package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.workload.TransactionConnection;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** A connection, and the statements prepared on it, each only once. */
final class OltpConnection extends TransactionConnection {
  private final OltpOptions options;

  /** By the table's number, which is 0 for queries without one. */
  private final Map<Query, PreparedStatement[]> prepared = new EnumMap<>(Query.class);

  /**
   * Wraps a connection.
   *
   * @param options names the tables, and says whether the server prepares statements regardless of
   *     the URL; else the URL decides
   */
  OltpConnection(SqlConnection sql, OltpOptions options) throws SQLException {
    super(sql);
    this.options = options;
    for (Query query : Query.values()) {
      prepared.put(query, new PreparedStatement[options.tables().count() + 1]);
    }
  }

  /** Returns the statement on a table, which is numbered from 1, without parameters. */
  PreparedStatement prepared(Query query, int table) throws SQLException {
    PreparedStatement[] ofQuery = Objects.requireNonNull(prepared.get(query));
    if (ofQuery[table] == null) {
      String text = query.sql(options.tables().name(table));
      Connection connection = sql().connection();
      ofQuery[table] =
          options.serverPrepared()
              ? sql().dialect().prepareOnServer(connection, text)
              : connection.prepareStatement(text);
    }
    return ofQuery[table];
  }

  /** Begins by a prepared statement, as in sysbench, if the server can prepare it. */
  @Override
  protected void sendBegin() throws SQLException {
    if (sql().dialect().preparesBegin()) {
      prepared(Query.BEGIN, 0).execute();
    } else {
      super.sendBegin();
    }
  }

  /** Commits by a prepared statement, as in sysbench. */
  @Override
  protected void sendCommit() throws SQLException {
    prepared(Query.COMMIT, 0).execute();
  }

  /** Returns the value for which the server numbers a row. */
  String nextNumber() {
    return sql().dialect().words().nextNumber();
  }
}
