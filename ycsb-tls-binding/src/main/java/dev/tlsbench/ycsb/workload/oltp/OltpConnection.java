package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** A connection, and the statements prepared on it, each only once. */
final class OltpConnection {
  private final SqlConnection sql;
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
  OltpConnection(SqlConnection sql, boolean serverPrepared) throws SQLException {
    this.sql = sql;
    this.serverPrepared = serverPrepared;
    this.plain = sql.connection().createStatement();
  }

  /** Returns the statement, without parameters. */
  PreparedStatement prepared(Query query, String table) throws SQLException {
    Map<String, PreparedStatement> ofQuery =
        prepared.computeIfAbsent(query, none -> new HashMap<>());
    PreparedStatement statement = ofQuery.get(table);
    if (statement == null) {
      String text = query.on(table);
      Connection connection = sql.connection();
      statement =
          serverPrepared
              ? sql.dialect().prepareOnServer(connection, text)
              : connection.prepareStatement(text);
      ofQuery.put(table, statement);
    }
    return statement;
  }

  /** Runs a statement that is not prepared. */
  void execute(String statement) throws SQLException {
    plain.execute(statement);
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

  /** Returns the value for which the server numbers a row. */
  String nextNumber() {
    return sql.dialect().words().nextNumber();
  }

  boolean isClosed() throws SQLException {
    return sql.connection().isClosed();
  }
}
