package dev.tlsbench.experiment.connect;

import dev.tlsbench.core.ConnectFailedException;

/**
 * One way to connect to a database with its own driver. Has connected once when it is there.
 *
 * <p>Safe to share between threads; what it makes belongs to one thread each.
 */
interface Access extends AutoCloseable {
  /** What is asked on each connection, in the database's own words. */
  String query();

  /** What makes connections one after the other, with TLS sessions of its own. */
  Opener opener();

  /**
   * Builds a client from nothing, files and TLS context included, as an application does when it
   * starts. In MongoDB that connects nothing yet; in MySQL it connects.
   *
   * @throws ConnectFailedException if it connects, and cannot
   */
  Client client() throws ConnectFailedException;

  @Override
  void close();

  /** Makes one connection after the other. */
  interface Opener extends AutoCloseable {
    /**
     * Makes a connection and asks one query on it; then it is closed, at the latest by the next
     * call.
     *
     * @return how that went
     * @throws ConnectFailedException if it failed
     */
    Timeline open() throws ConnectFailedException;

    @Override
    void close();
  }

  /** A client that stays connected. */
  interface Client extends AutoCloseable {
    /**
     * Asks the query.
     *
     * @throws ConnectFailedException if it failed
     */
    void query() throws ConnectFailedException;

    @Override
    void close();
  }
}
