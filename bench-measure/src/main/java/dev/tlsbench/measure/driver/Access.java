package dev.tlsbench.measure.driver;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.Secrets;
import java.util.List;
import java.util.Properties;

/**
 * A way to connect to a database with its own driver. Creating an instance connects once.
 *
 * <p>Thread-safe; a client that it creates belongs to one thread.
 */
public interface Access extends AutoCloseable {
  /** Returns the table that a run's connections query if it exists. */
  static String table(Properties properties) {
    return properties.getProperty("table", "usertable").strip();
  }

  /** Returns the failure behind a driver's exception on a query. */
  static ConnectFailedException failure(List<HostAddress> hosts, Exception e) {
    return Causes.find(e, ConnectFailedException.class)
        .orElseGet(
            () ->
                new ConnectFailedException(
                    "%s: the query failed: %s; check the server"
                        .formatted(HostAddress.list(hosts), Secrets.NONE.hide(e.getMessage()))));
  }

  /** Returns the query that is run on each connection, in the database's language. */
  String query();

  /** Returns an opener with its own TLS sessions. */
  Opener opener();

  /**
   * Builds a client from scratch, files and TLS context included, as an application does at its
   * start. Some databases' clients connect at once, others with the first query.
   */
  Client client() throws ConnectFailedException;

  @Override
  default void close() {}

  interface Opener extends AutoCloseable {
    /**
     * Opens a connection and runs one query; the connection is closed by the next call at the
     * latest.
     */
    Trial open() throws ConnectFailedException;

    /** Returns an opener for another thread that shares the TLS sessions. */
    default Opener sharing() {
      return this;
    }

    @Override
    void close();
  }

  interface Client extends AutoCloseable {
    void query() throws ConnectFailedException;

    @Override
    void close();
  }
}
