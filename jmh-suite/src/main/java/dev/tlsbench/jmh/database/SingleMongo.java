package dev.tlsbench.jmh.database;

import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ConnectionPoolSettings;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ConnectionReadyEvent;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A client with at most one connection for commands, and one on which the driver monitors the
 * server, so seldom that it never does while something is measured.
 */
final class SingleMongo implements AutoCloseable {
  private final MongoConnections connections;
  private final ConnectionLog log;

  private SingleMongo(MongoConnections connections, ConnectionLog log) {
    this.connections = connections;
    this.log = log;
  }

  /** Connects, both ways. */
  static SingleMongo open(
      MongoUrl url, TlsSettings settings, Consumer<ConnectionPoolSettings.Builder> pool)
      throws ConnectFailedException {
    ConnectionLog log = new ConnectionLog();
    TlsLedger ledger = new TlsLedger();
    ledger.onConnection(log::shakenHands);
    MongoConnections connections =
        MongoConnections.open(
            url,
            settings,
            ledger,
            builder ->
                builder
                    .applyToServerSettings(to -> to.heartbeatFrequency(1, TimeUnit.HOURS))
                    .applyToConnectionPoolSettings(
                        to -> {
                          to.maxSize(1).maintenanceFrequency(1, TimeUnit.HOURS);
                          to.addConnectionPoolListener(
                              new ConnectionPoolListener() {
                                @Override
                                public void connectionReady(ConnectionReadyEvent event) {
                                  log.opened();
                                }
                              });
                          pool.accept(to);
                        }));
    return new SingleMongo(connections, log);
  }

  MongoDatabase database() {
    return connections.database();
  }

  ConnectionLog log() {
    return log;
  }

  @Override
  public void close() {
    connections.close();
  }
}
