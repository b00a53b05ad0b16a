package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.workload.TransactionConnection;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** A connection, and the statements prepared on it, each only once. */
final class OltpConnection extends TransactionConnection {
  private final boolean serverPrepared;
  private final Map<Query, Map<String, PreparedStatement>> prepared = new EnumMap<>(Query.class);

  /**
   * Wraps a connection.
   *
   * @param serverPrepared true if the server prepares statements, regardless of the URL; else the
   *     URL decides
   */
  OltpConnection(SqlConnection sql, boolean serverPrepared) throws SQLException {
    super(sql);
    this.serverPrepared = serverPrepared;
  }

  /** Returns the statement, without parameters. */
  PreparedStatement prepared(Query query, String table) throws SQLException {
    Map<String, PreparedStatement> ofQuery =
        prepared.computeIfAbsent(query, none -> new HashMap<>());
    PreparedStatement statement = ofQuery.get(table);
    if (statement == null) {
      String text = query.on(table);
      Connection connection = sql().connection();
      statement =
          serverPrepared
              ? sql().dialect().prepareOnServer(connection, text)
              : connection.prepareStatement(text);
      ofQuery.put(table, statement);
    }
    return statement;
  }

  /** Begins by a prepared statement, as in sysbench, if the server can prepare it. */
  @Override
  protected void sendBegin() throws SQLException {
    if (sql().dialect().preparesBegin()) {
      prepared(Query.BEGIN, "").execute();
    } else {
      super.sendBegin();
    }
  }

  /** Commits by a prepared statement, as in sysbench. */
  @Override
  protected void sendCommit() throws SQLException {
    prepared(Query.COMMIT, "").execute();
  }

  /** Returns the value for which the server numbers a row. */
  String nextNumber() {
    return sql().dialect().words().nextNumber();
  }
}
