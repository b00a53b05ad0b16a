package dev.tlsbench.jmh.database;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsSettings;
import java.sql.Connection;

/** Makes connections and enters them in a log. */
final class SingleMySql implements AutoCloseable {
  private final MySqlConnections connections;
  private final ConnectionLog log = new ConnectionLog();

  private SingleMySql(MySqlConnections connections) {
    this.connections = connections;
    connections
        .ledger()
        .onConnection(
            connection -> {
              log.opened();
              log.shakenHands(connection);
            });
  }

  /** Gets ready to connect. */
  static SingleMySql open(MySqlUrl url, TlsSettings settings) {
    // The server prepares the statement once, and sends binary values as they are.
    MySqlUrl prepared = url.withDefault("useServerPrepStmts", "true");
    return new SingleMySql(MySqlConnections.open(prepared, settings));
  }

  Connection connect() throws ConnectFailedException {
    return connections.connect();
  }

  ConnectionLog log() {
    return log;
  }

  @Override
  public void close() {
    connections.close();
  }
}
