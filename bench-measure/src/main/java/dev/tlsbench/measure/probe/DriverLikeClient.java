package dev.tlsbench.measure.probe;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Preamble;
import dev.tlsbench.core.tls.TlsContext;
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
final class DriverLikeClient {
  /** Time limit for the session ticket that a server of TLS 1.3 sends after the handshake. */
  private static final Duration TICKET = Duration.ofMillis(200);

  private DriverLikeClient() {}

  /** Opens a connection with a context of these settings, whose ledger records it. */
  static void connect(ServerAddress server, TlsSettings settings, TlsContext context)
      throws ConnectFailedException {
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
        awaitTicket(server, settings, tls);
      }
    } catch (IOException e) {
      throw server.broken(e);
    }
  }

  /**
   * Reads until the ticket must have arrived: up to the server's answer, or up to a time limit if
   * it waits for a log-in.
   */
  private static void awaitTicket(ServerAddress server, TlsSettings settings, Socket tls)
      throws IOException {
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
}
