package dev.tlsbench.ycsb.workload;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import java.sql.SQLException;
import java.sql.Statement;

/** A connection whose transactions begin and end by statements. Used by one thread at a time. */
public class TransactionConnection {
  private final SqlConnection sql;
  private final Statement plain;
  private boolean inTransaction;

  /** Wraps a connection. */
  public TransactionConnection(SqlConnection sql) throws SQLException {
    this.sql = sql;
    this.plain = sql.connection().createStatement();
  }

  protected final SqlConnection sql() {
    return sql;
  }

  /** Runs a statement that is not prepared. */
  public final void execute(String statement) throws SQLException {
    plain.execute(statement);
  }

  public final void begin() throws SQLException {
    sendBegin();
    inTransaction = true;
  }

  /** Sends the statement that begins; unprepared by default. */
  protected void sendBegin() throws SQLException {
    plain.execute("BEGIN");
  }

  public final void commit() throws SQLException {
    sendCommit();
    inTransaction = false;
  }

  /** Sends the statement that commits; unprepared by default. */
  protected void sendCommit() throws SQLException {
    plain.execute("COMMIT");
  }

  /** Rolls back the transaction, if there is one. */
  public final void rollback() throws SQLException {
    if (inTransaction) {
      inTransaction = false;
      plain.execute("ROLLBACK");
    }
  }

  final boolean isClosed() throws SQLException {
    return sql.connection().isClosed();
  }
}
