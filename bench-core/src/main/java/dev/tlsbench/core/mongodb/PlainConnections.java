package dev.tlsbench.core.mongodb;

import com.mongodb.ServerAddress;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ConnectionReadyEvent;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsLedger;

/**
 * Records plain pooled connections, of which the driver does not tell how long TCP connect took.
 */
final class PlainConnections implements ConnectionPoolListener {
  private final TlsLedger ledger;

  PlainConnections(TlsLedger ledger) {
    this.ledger = ledger;
  }

  @Override
  public void connectionReady(ConnectionReadyEvent event) {
    ServerAddress server = event.getConnectionId().getServerId().getAddress();
    ledger.record(new TlsConnection(server.getHost(), server.getPort(), null, null, null));
  }
}
