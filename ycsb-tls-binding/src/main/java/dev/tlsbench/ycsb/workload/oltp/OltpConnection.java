package dev.tlsbench.ycsb.workload.oltp;

import com.mysql.cj.jdbc.JdbcConnection;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** A connection, and the statements prepared on it, each only once. */
final class OltpConnection {
  private final Connection connection;
  private final boolean serverPrepared;
  private final Statement plain;
  private final Map<Query, Map<String, PreparedStatement>> prepared = new EnumMap<>(Query.class);
  private boolean inTransaction;

  /**
   * Wraps a connection.
   *
   * @param serverPrepared true if the server prepares statements, regardless of the URL; else the
   *     URL decides
   */
  OltpConnection(Connection connection, boolean serverPrepared) throws SQLException {
    this.connection = connection;
    this.serverPrepared = serverPrepared;
    this.plain = connection.createStatement();
  }

  /** Returns the statement, without parameters. */
  PreparedStatement prepared(Query query, String table) throws SQLException {
    Map<String, PreparedStatement> ofQuery =
        prepared.computeIfAbsent(query, none -> new HashMap<>());
    PreparedStatement statement = ofQuery.get(table);
    if (statement == null) {
      String sql = query.on(table);
      statement =
          serverPrepared
              ? connection.unwrap(JdbcConnection.class).serverPrepareStatement(sql)
              : connection.prepareStatement(sql);
      ofQuery.put(table, statement);
    }
    return statement;
  }

  /** Runs a statement that is not prepared. */
  void execute(String sql) throws SQLException {
    plain.execute(sql);
  }

  void begin() throws SQLException {
    plain.execute("BEGIN");
    inTransaction = true;
  }

  /** Commits by a prepared statement, as in sysbench; the server cannot prepare a {@code BEGIN}. */
  void commit() throws SQLException {
    prepared(Query.COMMIT, "").execute();
    inTransaction = false;
  }

  /** Rolls back a transaction that cannot continue, if there is one. */
  void rollback() throws SQLException {
    if (inTransaction) {
      inTransaction = false;
      plain.execute("ROLLBACK");
    }
  }

  boolean isClosed() throws SQLException {
    return connection.isClosed();
  }
}
