package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A client's side: connects as a driver does, sends a byte and waits for it to come back. */
final class Exchange {
  private static final int DATA = 42;

  private Exchange() {}

  /** Connects once with a context of its own. */
  static NegotiatedTls over(TlsSettings settings, String host, int port) throws IOException {
    try (TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      return over(context, host, port);
    }
  }

  static NegotiatedTls over(TlsContext context, String host, int port) throws IOException {
    return over(context, new InetSocketAddress(host, port));
  }

  /** Connects once, to a server on this machine that goes by any name. */
  static NegotiatedTls overLoopback(TlsSettings settings, String host, int port)
      throws IOException {
    try (TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      return over(context, loopback(host, port));
    }
  }

  /** An address of this machine that goes by any name. */
  static InetSocketAddress loopback(String host, int port) throws IOException {
    return new InetSocketAddress(InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1}), port);
  }

  /** To an address that may have been given its name without asking anybody. */
  static NegotiatedTls over(TlsContext context, InetSocketAddress address) throws IOException {
    AtomicReference<TlsConnection> made = new AtomicReference<>();
    context.ledger().onConnection(made::set);
    try (Socket socket = context.socketFactory().createSocket()) {
      socket.connect(address, 10_000);
      socket.getOutputStream().write(DATA);
      socket.getOutputStream().flush();
      assertThat(socket.getInputStream().read()).isEqualTo(DATA);
    }
    return Objects.requireNonNull(Objects.requireNonNull(made.get()).negotiated());
  }

  /** The failure of a connection that must not be made. */
  static ConnectFailedException refused(TlsSettings settings, String host, int port) {
    return refused(settings, host, port, new InetSocketAddress(host, port));
  }

  /** The failure of a connection to this machine by any name. */
  static ConnectFailedException refusedOverLoopback(TlsSettings settings, String host, int port)
      throws IOException {
    return refused(settings, host, port, loopback(host, port));
  }

  private static ConnectFailedException refused(
      TlsSettings settings, String host, int port, InetSocketAddress address) {
    TlsLedger ledger = new TlsLedger();
    try (TlsContext context = TlsContext.open(settings, ledger)) {
      over(context, address);
    } catch (ConnectFailedException e) {
      assertThat(ledger.lastFailure()).containsSame(e);
      assertThat(e)
          .hasMessageStartingWith(HostName.withPort(host, port) + ": ")
          .hasMessageNotContaining("\n")
          .hasMessageNotContaining("Exception");
      return e;
    } catch (IOException e) {
      throw new AssertionError("another failure than expected", e);
    }
    throw new AssertionError("the connection was made");
  }
}
