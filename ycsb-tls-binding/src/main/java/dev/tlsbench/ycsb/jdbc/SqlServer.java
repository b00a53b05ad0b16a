package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.sql.Connection;

/** Access to a server. */
public record SqlServer(
    TlsSettings settings, TlsLedger ledger, Connector connector, Runnable close) {
  /** Opens connections. */
  public interface Connector {
    /**
     * Opens a connection.
     *
     * @throws ConnectFailedException if the server cannot be reached, TLS fails, or the login is
     *     refused
     */
    Connection connect() throws ConnectFailedException;
  }
}
