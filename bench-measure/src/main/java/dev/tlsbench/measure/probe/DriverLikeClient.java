package dev.tlsbench.measure.probe;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Preamble;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLParameters;

/**
 * Opens TLS connections with bench-core, as the drivers of this project do, but closes them before
 * the log-in.
 */
final class DriverLikeClient implements AutoCloseable {
  /** Time limit for the session ticket that a server of TLS 1.3 sends after the handshake. */
  private static final Duration TICKET = Duration.ofMillis(200);

  private final ServerAddress server;
  private final TlsSettings settings;
  private final TlsLedger ledger = new TlsLedger();
  private final TlsContext context;

  DriverLikeClient(ServerAddress server, TlsSettings settings) {
    this.server = server;
    this.settings = settings;
    this.context = TlsContext.open(settings, ledger);
  }

  TlsLedger ledger() {
    return ledger;
  }

  /** Opens connections one after the other, and records them in the ledger. */
  void connect(int count) throws ConnectFailedException {
    for (int i = 0; i < count; i++) {
      connect();
    }
  }

  private void connect() throws ConnectFailedException {
    Duration timeout = settings.handshakeTimeout();
    long start = System.nanoTime();
    Socket tcp = ServerAddress.connect(server.address(), context::plainSocket, timeout);
    Duration tcpConnect = Duration.ofNanos(System.nanoTime() - start);
    try (tcp) {
      ServerAddress.limitReads(tcp, timeout);
      server.startTls(tcp.getInputStream(), tcp.getOutputStream());
      try (Socket tls =
          context.startTls(
              tcp,
              server.address().host(),
              server.address().port(),
              tcpConnect,
              new SSLParameters())) {
        awaitTicket(tls);
      }
    } catch (IOException e) {
      throw server.broken(e);
    }
  }

  /**
   * Reads until the ticket must have arrived: up to the server's answer, or up to a time limit if
   * it waits for a log-in.
   */
  private void awaitTicket(Socket tls) throws IOException {
    Preamble preamble = server.database().preamble();
    if (preamble.answersBeforeLogin()) {
      preamble.exchange(tls.getInputStream(), tls.getOutputStream());
    } else if (settings.offer().resumption() && settings.offer().protocols().contains("TLSv1.3")) {
      ServerAddress.limitReads(tls, TICKET);
      try {
        tls.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (SocketTimeoutException e) {
        // Expected: only tickets arrive, which no read returns.
      }
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
