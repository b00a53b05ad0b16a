package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;

/**
 * The state that all threads of one client share: the connections to the server or a factory for
 * them, and the ledger of negotiated parameters.
 *
 * <p>Thread-safe.
 */
public interface Session extends AutoCloseable {
  /** {@return the requested TLS settings, from URL and properties} */
  TlsSettings settings();

  /** {@return the connections of all threads, closed with the session} */
  Connections connections();

  /** {@return the ledger of the connections, a live object} */
  default TlsLedger ledger() {
    return connections().ledger();
  }

  /**
   * Creates the operations of one thread.
   *
   * @return a new object, to be closed before the session
   * @throws ConnectFailedException if it needs a connection of its own and cannot open it
   */
  Records records() throws ConnectFailedException;

  /** {@return the log of failed operations, one object for all threads} */
  FailureLog failureLog();

  /** Tests whether a table is missing or empty. */
  boolean isEmpty(String table) throws ConnectFailedException;

  /**
   * Tests whether operations on a table can succeed, or fail since it does not exist.
   *
   * @return {@code true} by default, for databases that create tables when they are written
   */
  default boolean exists(String table) throws ConnectFailedException {
    return true;
  }

  /**
   * Counts the records exactly; the server reads all of them.
   *
   * @return 0 or more
   * @throws ConnectFailedException if the query fails, or the table does not exist
   */
  long count(String table) throws ConnectFailedException;

  /** Removes all records, so that they can be loaded again. */
  void clear(String table) throws ConnectFailedException;

  /**
   * Updates the planner's statistics of a table after a load, so that plans do not change during
   * the run that follows.
   *
   * @param table the loaded table or collection; does nothing by default
   */
  default void analyze(String table) throws ConnectFailedException {}

  /** Closes all connections. */
  @Override
  default void close() {
    connections().close();
  }
}
