package dev.tlsbench.jmh.database;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import java.util.ArrayList;
import java.util.List;

/**
 * The connections that a client made, and what each handshake agreed on. Safe to share between
 * threads: a driver may connect on threads of its own.
 */
final class ConnectionLog {
  private final List<NegotiatedTls> handshakes = new ArrayList<>();
  private int opened;

  /** A connection can be used for commands. */
  synchronized void opened() {
    opened++;
  }

  /** Enters the handshake of a connection, if it had one. */
  synchronized void shakenHands(TlsConnection connection) {
    NegotiatedTls negotiated = connection.negotiated();
    if (negotiated != null) {
      handshakes.add(negotiated);
    }
  }

  /** Forgets all. */
  synchronized void clear() {
    handshakes.clear();
    opened = 0;
  }

  /**
   * Proves that one connection was made and no other, and forgets it.
   *
   * @throws IllegalStateException if there were more or less, or it is not as it should be
   */
  synchronized void expectOne(Protection expected) {
    expectCommandsOnOne(expected);
    if (handshakes.size() > 1) {
      throw new IllegalStateException(
          "not the connection to be measured alone: handshakes " + handshakes);
    }
    clear();
  }

  /**
   * Proves that all commands went through one connection. A driver may have monitored the server
   * through others, as long as they are protected in the same way.
   *
   * @throws IllegalStateException if there were more or less, or one is not as it should be
   */
  synchronized void expectCommandsOnOne(Protection expected) {
    if (opened != 1) {
      throw new IllegalStateException(
          "one connection for commands was expected, and " + opened + " were opened");
    }
    if (expected.encrypted() == handshakes.isEmpty()) {
      throw new IllegalStateException("expected " + expected + ", handshakes: " + handshakes);
    }
    handshakes.forEach(expected::check);
  }
}
