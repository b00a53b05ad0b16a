package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.tls.TlsConnection;
import java.time.Duration;

/** Is told of each connection that a session makes, on the thread that connects. */
public interface ConnectionListener {
  /** Listens to nothing. */
  ConnectionListener NONE =
      new ConnectionListener() {
        @Override
        public void connected(Duration time) {}

        @Override
        public void negotiated(TlsConnection connection) {}
      };

  /**
   * A connection can be used.
   *
   * @param time from the start of the TCP connect to the end of the authentication
   */
  void connected(Duration time);

  /**
   * A connection was entered in the ledger.
   *
   * @param connection what was negotiated and how long it took
   */
  void negotiated(TlsConnection connection);
}
