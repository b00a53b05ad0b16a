package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.DialedSocket;
import dev.tlsbench.core.database.Dialer;
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
import java.util.Properties;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGProperty;
import org.postgresql.jdbc.SslMode;
import org.postgresql.ssl.DefaultJavaSSLFactory;
import org.postgresql.ssl.LibPQFactory;
import org.postgresql.ssl.PGjdbcHostnameVerifier;
import org.postgresql.util.PSQLException;

/**
 * A socket for pgjdbc, which asks for TLS and performs the handshake itself: pgjdbc would make a
 * new context for each connection and so never resume a session. Where the settings leave TLS to
 * pgjdbc, the handshake is just that: of {@code LibPQFactory}, its default, which reads the files
 * and makes a context for each connection, or of {@code DefaultJavaSSLFactory} for the authorities
 * of the JVM.
 */
final class PostgresSocket extends DialedSocket {
  private final @Nullable Properties driverTls;
  private final boolean direct;
  private final Duration loginTimeout;
  private final LoginWatch watch;

  /** Creates an unconnected socket; options of pgjdbc's own TLS if there is any to perform. */
  PostgresSocket(
      @Nullable TlsContext tls,
      @Nullable Properties driverTls,
      boolean direct,
      Duration loginTimeout,
      Dialer dialer,
      TlsLedger ledger) {
    super(tls, dialer, ledger);
    this.driverTls = driverTls;
    this.direct = direct;
    this.loginTimeout = loginTimeout;
    this.watch = new LoginWatch(dialer);
  }

  LoginWatch watch() {
    return watch;
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
  protected Socket encrypted(TlsContext with, String host, int port, Duration connect)
      throws ConnectFailedException {
    Properties own = driverTls;
    return own == null
        ? super.encrypted(with, host, port, connect)
        : with.startTls(tcp(), host, port, connect, () -> handshake(own, host, port));
  }

  /** Performs the handshake as pgjdbc does after its request for TLS. */
  private SSLSocket handshake(Properties options, String host, int port) throws IOException {
    try {
      SslMode mode = SslMode.of(options);
      SSLSocketFactory own =
          mode.verifyCertificate() && PGProperty.SSL_ROOT_CERT.getOrDefault(options) == null
              ? new DefaultJavaSSLFactory(options)
              : new LibPQFactory(options);
      SSLSocket socket = (SSLSocket) own.createSocket(tcp(), host, port, true);
      SSLParameters parameters = socket.getSSLParameters();
      if (direct) {
        parameters.setApplicationProtocols(PostgresUrl.ALPN.toArray(String[]::new));
      }
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      if (own instanceof LibPQFactory libpq) {
        // Its key manager keeps what went wrong with the client's key, and sends no certificate.
        libpq.throwKeyManagerException();
      }
      if (mode.verifyPeerName()
          && !PGjdbcHostnameVerifier.INSTANCE.verify(host, socket.getSession())) {
        throw new SSLPeerUnverifiedException(
            "the host name " + host + " could not be verified by pgjdbc");
      }
      return socket;
    } catch (PSQLException e) {
      throw (SocketException) new SocketException(e.getMessage()).initCause(e);
    }
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return watch.input(super.getInputStream());
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return watch.output(super.getOutputStream());
  }
}
