package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.jmh.tls.Connections;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.Ends;
import dev.tlsbench.jmh.tls.ExpectedHandshake;
import dev.tlsbench.jmh.tls.JvmSwitches;
import dev.tlsbench.jmh.tls.ServerContext;
import dev.tlsbench.jmh.tls.Side;
import dev.tlsbench.jmh.tls.Suite;
import java.util.Set;

/** The TLS of both ends of one connection, and the outcome that its handshake must have. */
final class SocketTls implements AutoCloseable {
  /** The server's, and the cheapest: handshakes are not what is measured. */
  static final KeyType KEY = KeyType.P_256;

  private final TlsContext client;
  private final ServerContext server;
  private final ExpectedHandshake expected;

  private SocketTls(TlsContext client, ServerContext server, ExpectedHandshake expected) {
    this.client = client;
    this.server = server;
    this.expected = expected;
  }

  /**
   * A client of one implementation and SunJSSE as its server. The group is the certificate's own
   * curve, the only one that every implementation takes along with it under TLS 1.2 (RFC 8422,
   * section 5.1.1: the groups of a client also limit the server's certificate).
   */
  static Ends ends(TlsProvider client, Suite suite) {
    return new Ends(
        client, Side.CLIENT, suite.protocol(), suite.cipherSuite(KEY), KEY, "secp256r1", false);
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
