package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.dial.DialedSocket;
import dev.tlsbench.core.name.HostName;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A socket for pgjdbc, which asks for TLS and performs the handshake itself: pgjdbc would make a
 * new context for each connection and so never resume a session.
 */
final class PostgresSocket extends DialedSocket {
  private final boolean direct;
  private final Duration loginTimeout;
  private final LoginWatch watch;
  private @Nullable InputStream input;
  private @Nullable OutputStream output;

  PostgresSocket(
      @Nullable TlsContext tls,
      boolean direct,
      Duration loginTimeout,
      Dialer dialer,
      TlsLedger ledger,
      LoginWatch.Listener listener) {
    super(tls, dialer, ledger);
    this.direct = direct;
    this.loginTimeout = loginTimeout;
    this.watch = new LoginWatch(listener);
  }

  /** Limits each answer of the server, until {@link PostgresConnections} lifts the limit. */
  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    tcp().setSoTimeout((int) Math.min(Integer.MAX_VALUE, loginTimeout.toMillis()));
    super.connect(endpoint, timeoutMillis);
  }

  @Override
  protected void beforeTls(Socket connected, String host, int port) throws ConnectFailedException {
    if (direct) {
      return;
    }
    try {
      new PostgresPreamble().startTls(connected.getInputStream(), connected.getOutputStream());
    } catch (IOException e) {
      throw new ConnectFailedException(HostName.withPort(host, port) + ": " + e.getMessage(), e);
    }
  }

  @Override
  public InputStream getInputStream() throws IOException {
    if (input == null) {
      input = watch.input(super.getInputStream());
    }
    return input;
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    if (output == null) {
      output = watch.output(super.getOutputStream());
    }
    return output;
  }
}
