package dev.tlsbench.core.mongodb;

import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterId;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ConnectionReadyEvent;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsLedger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Records plain pooled connections, of which the driver does not tell how long TCP connect took.
 */
final class PlainConnections implements ConnectionPoolListener {
  private final TlsLedger ledger;
  private final AtomicReference<ClusterId> client = new AtomicReference<>();

  PlainConnections(TlsLedger ledger) {
    this.ledger = ledger;
  }

  @Override
  public void connectionReady(ConnectionReadyEvent event) {
    ClusterId cluster = event.getConnectionId().getServerId().getClusterId();
    // Other clients may be made with the same settings.
    if (!cluster.equals(client.updateAndGet(first -> first == null ? cluster : first))) {
      return;
    }
    ServerAddress server = event.getConnectionId().getServerId().getAddress();
    ledger.record(new TlsConnection(server.getHost(), server.getPort(), null, null, null, null));
  }
}
