package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.DialedSocket;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.socket.ForwardingSslSocket;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A socket for pgjdbc, which asks for TLS and performs the handshake itself: pgjdbc would make a
 * new context for each connection and so never resume a session. Where the settings leave TLS to
 * pgjdbc, it only connects, and {@link #layered} records what pgjdbc negotiates.
 */
final class PostgresSocket extends DialedSocket {
  private final @Nullable TlsContext tls;
  private final boolean direct;
  private final Duration loginTimeout;
  private final LoginWatch watch;
  private @Nullable Duration tcpConnect;
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
    this.tls = tls;
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
    if (direct || byDriver()) {
      return;
    }
    try {
      new PostgresPreamble().startTls(connected.getInputStream(), connected.getOutputStream());
    } catch (IOException e) {
      throw new ConnectFailedException(HostName.withPort(host, port) + ": " + e.getMessage(), e);
    }
  }

  private boolean byDriver() {
    return tls != null && tls.settings().byDriver();
  }

  /** Leaves the connection in plain text if pgjdbc asks for TLS itself. */
  @Override
  protected Socket encrypted(TlsContext with, String host, int port, Duration connect)
      throws ConnectFailedException {
    tcpConnect = connect;
    return byDriver() ? tcp() : super.encrypted(with, host, port, connect);
  }

  @Override
  public InputStream getInputStream() throws IOException {
    if (input == null) {
      input = byDriver() ? super.getInputStream() : watch.input(super.getInputStream());
    }
    return input;
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    if (output == null) {
      output = byDriver() ? super.getOutputStream() : watch.output(super.getOutputStream());
    }
    return output;
  }

  /** Returns the TCP socket. */
  Socket raw() {
    return tcp();
  }

  /** A handshake of pgjdbc's own TLS. */
  interface OwnHandshake {
    SSLSocket run(SSLParameters parameters) throws IOException;
  }

  /** Creates the socket that pgjdbc takes for its encrypted one. */
  Socket layered(String host, int port, OwnHandshake handshake) {
    return new Layered(Objects.requireNonNull(tls), host, port, handshake);
  }

  /** An encrypted socket of pgjdbc's own making, whose handshake is recorded. */
  private final class Layered extends ForwardingSslSocket {
    private final TlsContext context;
    private final String host;
    private final int port;
    private final OwnHandshake handshake;
    private @Nullable SSLSocket own;
    private @Nullable InputStream decrypted;
    private @Nullable OutputStream toEncrypt;

    Layered(TlsContext context, String host, int port, OwnHandshake handshake) {
      super(PostgresSocket.this.tcp());
      this.context = context;
      this.host = host;
      this.port = port;
      this.handshake = handshake;
    }

    @Override
    public void startHandshake() throws IOException {
      SSLParameters parameters = getSSLParameters();
      own = context.startTls(tcp(), host, port, tcpConnect, () -> handshake.run(parameters));
      decrypted = watch.input(own.getInputStream());
      toEncrypt = watch.output(own.getOutputStream());
    }

    @Override
    public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
      throw new SocketException("it is connected");
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return connected(decrypted);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return connected(toEncrypt);
    }

    @Override
    public SSLSession getSession() {
      return Objects.requireNonNull(own, "startHandshake comes first").getSession();
    }

    @Override
    public @Nullable String getApplicationProtocol() {
      return own == null ? null : own.getApplicationProtocol();
    }

    private <T> T connected(@Nullable T part) throws SocketException {
      if (part == null) {
        throw new SocketException("startHandshake comes first");
      }
      return part;
    }

    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the other socket synchronizes
    @Override
    public void close() throws IOException {
      if (own == null) {
        tcp().close();
      } else {
        own.close();
      }
    }
  }
}
