package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.jmh.tls.Connections;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.Ends;
import dev.tlsbench.jmh.tls.ExpectedHandshake;
import dev.tlsbench.jmh.tls.JvmSwitches;
import dev.tlsbench.jmh.tls.ServerContext;
import java.util.Set;

/** The TLS of both ends of one connection, and the outcome that its handshake must have. */
final class SocketTls implements AutoCloseable {
  private final TlsContext client;
  private final ServerContext server;
  private final ExpectedHandshake expected;

  private SocketTls(TlsContext client, ServerContext server, ExpectedHandshake expected) {
    this.client = client;
    this.server = server;
    this.expected = expected;
  }

  static SocketTls open(Ends ends, Credentials credentials, ExpectedHandshake expected) {
    JvmSwitches.prepareFor(ends);
    TlsContext client =
        TlsContext.open(Connections.clientSettings(ends, credentials, false), new TlsLedger());
    ServerContext server = ServerContext.open(Connections.serverSettings(ends), credentials);
    return new SocketTls(client, server, expected);
  }

  TlsContext client() {
    return client;
  }

  ServerContext server() {
    return server;
  }

  /** Holds what the client's ledger has against what was expected. */
  void checkLedger() {
    Set<NegotiatedTls> outcomes = client.ledger().handshakes().keySet();
    if (outcomes.size() != 1) {
      throw new IllegalStateException("one connection negotiated " + outcomes);
    }
    outcomes.forEach(this::check);
  }

  /** A connection over a network does not show its flights. */
  void check(NegotiatedTls negotiated) {
    expected.check(negotiated, expected.flights());
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
