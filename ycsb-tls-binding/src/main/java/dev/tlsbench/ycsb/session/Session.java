package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;

/**
 * What all threads of one client share: the connections to the server, or the means to make them,
 * and the ledger of what they negotiated.
 *
 * <p>Safe to share between threads.
 */
public interface Session extends AutoCloseable {
  /**
   * What was asked of TLS.
   *
   * @return the settings from URL and properties
   */
  TlsSettings settings();

  /**
   * What the connections negotiated.
   *
   * @return the ledger, which goes on counting
   */
  TlsLedger ledger();

  /**
   * Makes the operations of one thread.
   *
   * @return a new object, to be closed before the session
   * @throws ConnectFailedException if it needs a connection of its own and there is none to be had
   */
  Records records() throws ConnectFailedException;

  /**
   * Where failed operations are explained.
   *
   * @return one object for all threads
   */
  Complaints complaints();

  /**
   * Looks whether there is anything to read.
   *
   * @param table the table or collection of the workload
   * @return {@code true} if it does not exist or holds no record
   * @throws ConnectFailedException if the server cannot be asked
   */
  boolean isEmpty(String table) throws ConnectFailedException;

  /**
   * Counts the records, exactly: the server reads all of them.
   *
   * @param table the table or collection of the workload
   * @return 0 or more
   * @throws ConnectFailedException if the server cannot be asked, or does not have the table
   */
  long count(String table) throws ConnectFailedException;

  /**
   * Removes all records, so that they can be loaded again.
   *
   * @param table the table or collection of the workload
   * @throws ConnectFailedException if the server cannot be asked
   */
  void clear(String table) throws ConnectFailedException;

  /** Closes all connections. */
  @Override
  void close();
}
