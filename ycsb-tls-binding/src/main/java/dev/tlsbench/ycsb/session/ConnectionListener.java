package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsLedger;
import java.time.Duration;

/** Receives each connection that a session opens, on the thread that connects. */
public interface ConnectionListener {
  /** Ignores all connections. */
  ConnectionListener NONE =
      new ConnectionListener() {
        @Override
        public void connected(Duration time) {}

        @Override
        public void negotiated(TlsConnection connection) {}
      };

  /** Called when a connection can be used. */
  void connected(Duration time);

  /** Called when the ledger has recorded a connection. */
  void negotiated(TlsConnection connection);

  /** {@return a new ledger whose connections this object receives} */
  default TlsLedger ledger() {
    TlsLedger ledger = new TlsLedger();
    ledger.onConnection(this::negotiated);
    return ledger;
  }
}
