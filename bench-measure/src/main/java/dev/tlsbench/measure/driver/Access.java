package dev.tlsbench.measure.driver;

import dev.tlsbench.core.ConnectFailedException;
import java.util.Properties;

/**
 * A way to connect to a database with its own driver. Creating an instance connects once.
 *
 * <p>Thread-safe; the openers and clients that it creates belong to one thread each.
 */
public interface Access extends AutoCloseable {
  /** Returns the table that a run's connections query if it exists. */
  static String table(Properties properties) {
    return properties.getProperty("table", "usertable").strip();
  }

  /** Returns the query that is run on each connection, in the database's language. */
  String query();

  /** Returns an opener with its own TLS sessions. */
  Opener opener();

  /**
   * Builds a client from scratch, files and TLS context included, as an application does at its
   * start. Some databases' clients connect at once, others with the first query.
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

  /** A client of an application. */
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
