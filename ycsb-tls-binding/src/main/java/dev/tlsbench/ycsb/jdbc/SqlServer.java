package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.sql.Connection;

/**
 * Access to a server.
 *
 * @param settings the requested TLS settings
 * @param ledger records the connections
 * @param connector opens a connection
 * @param close called once, when no connection is open
 */
public record SqlServer(
    TlsSettings settings, TlsLedger ledger, Connector connector, Runnable close) {
  /** Opens connections. */
  public interface Connector {
    /**
     * Opens a connection.
     *
     * @return a new connection
     * @throws ConnectFailedException if the server cannot be reached, TLS fails, or the login is
     *     refused
     */
    Connection connect() throws ConnectFailedException;
  }
}
