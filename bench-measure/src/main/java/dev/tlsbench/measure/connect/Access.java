package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;

/**
 * A way to connect to a database with its own driver. Creating an instance connects once.
 *
 * <p>Thread-safe; the openers and clients that it creates belong to one thread each.
 */
interface Access extends AutoCloseable {
  /** Returns the query that is run on each connection, in the database's language. */
  String query();

  /** Returns an opener with its own TLS sessions. */
  Opener opener();

  /**
   * Builds a new client, including files and TLS context, as an application does at its start. A
   * MySQL client is connected; a MongoDB client connects on first use.
   *
   * @throws ConnectFailedException if it cannot connect
   */
  Client client() throws ConnectFailedException;

  @Override
  void close();

  /** Opens one connection after the other. */
  interface Opener extends AutoCloseable {
    /**
     * Opens a connection and runs one query; the connection is closed by the next call at the
     * latest.
     *
     * @throws ConnectFailedException if it failed
     */
    Timeline open() throws ConnectFailedException;

    @Override
    void close();
  }

  interface Client extends AutoCloseable {
    /**
     * Runs the query.
     *
     * @throws ConnectFailedException if it failed
     */
    void query() throws ConnectFailedException;

    @Override
    void close();
  }
}
