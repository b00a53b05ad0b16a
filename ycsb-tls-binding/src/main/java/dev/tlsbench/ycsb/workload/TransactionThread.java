package dev.tlsbench.ycsb.workload;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Runs the transactions of one thread on the connections lent to it. A transaction that the server
 * aborts for a reason such as a deadlock is rolled back and repeated. Used by one thread at a time.
 */
public final class TransactionThread<C extends TransactionConnection> {
  private final Opener<C> opener;
  private final BooleanSupplier stopped;
  private final Runnable onIgnored;
  private final Map<Connection, C> connections = new LinkedHashMap<>();

  /** Wraps a connection. */
  public interface Opener<C> {
    /** Wraps a connection that is lent for the first time. */
    C open(SqlConnection lent) throws SQLException;
  }

  /** The statements of a transaction. */
  public interface Transaction<C> {
    /**
     * Runs the transaction, from its begin to its end.
     *
     * @param connection valid until this returns
     */
    void run(C connection) throws SQLException;

    /** Returns true if another attempt may succeed, the default. */
    default boolean repeatable(SQLException failure) {
      return true;
    }
  }

  /**
   * Creates a thread without connections.
   *
   * @param stopped returns true if transactions must be abandoned instead of repeated
   */
  public TransactionThread(Opener<C> opener, BooleanSupplier stopped, Runnable onIgnored) {
    this.opener = opener;
    this.stopped = stopped;
    this.onIgnored = onIgnored;
  }

  /**
   * Runs a transaction once, and again after each error that dialect and transaction call
   * repeatable.
   */
  public void run(SqlConnection lent, Transaction<C> transaction) throws SQLException {
    C connection = of(lent);
    while (true) {
      try {
        transaction.run(connection);
        return;
      } catch (SQLException e) {
        rollBack(connection, e);
        if (stopped.getAsBoolean()
            || !lent.dialect().repeatable().test(e)
            || !transaction.repeatable(e)) {
          throw e;
        }
        onIgnored.run();
      }
    }
  }

  private void rollBack(C connection, SQLException failure) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  /** Returns the statements of a known connection, or new ones; drops closed connections. */
  private C of(SqlConnection lent) throws SQLException {
    C known = connections.get(lent.connection());
    if (known != null) {
      return known;
    }
    for (Iterator<C> all = connections.values().iterator(); all.hasNext(); ) {
      if (all.next().isClosed()) {
        all.remove();
      }
    }
    C connection = opener.open(lent);
    connections.put(lent.connection(), connection);
    return connection;
  }
}
