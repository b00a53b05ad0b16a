package dev.tlsbench.core.database;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.socket.ForwardingSslSocket;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A socket for a driver whose TCP connection a {@link Dialer} makes; over TLS, connecting includes
 * the handshake. It is an {@code SSLSocket} even in plain text, since some drivers take no other
 * kind from a factory.
 *
 * <p>Not safe for connecting by several threads.
 */
public class DialedSocket extends ForwardingSslSocket {
  private final @Nullable TlsContext tls;
  private final Dialer dialer;
  private final TlsLedger ledger;
  private volatile Socket connected;

  /** Creates an unconnected socket, for plain text if the context is {@code null}. */
  public DialedSocket(@Nullable TlsContext tls, Dialer dialer, TlsLedger ledger) {
    this(tls, dialer, ledger, tls == null ? dialer.plainSocket() : tls.plainSocket());
  }

  private DialedSocket(@Nullable TlsContext tls, Dialer dialer, TlsLedger ledger, Socket tcp) {
    super(tcp);
    this.tls = tls;
    this.dialer = dialer;
    this.ledger = ledger;
    this.connected = tcp;
  }

  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    InetSocketAddress server = (InetSocketAddress) endpoint;
    long start = System.nanoTime();
    try {
      dialer.connect(tcp(), server, timeoutMillis);
    } catch (IOException e) {
      tcp().close();
      ConnectFailedException failure = ConnectFailedException.ofTcp(server, e);
      ledger.recordFailure(failure);
      throw failure;
    }
    Duration tcpConnect = Duration.ofNanos(System.nanoTime() - start);
    String host = server.getHostString();
    if (tls == null) {
      ledger.record(new TlsConnection(host, server.getPort(), tcpConnect, null, null, null));
    } else {
      try {
        beforeTls(tcp(), host, server.getPort());
      } catch (ConnectFailedException e) {
        tcp().close();
        ledger.recordFailure(e);
        throw e;
      }
      connected = encrypted(tls, host, server.getPort(), tcpConnect);
    }
  }

  /**
   * Performs the handshake; with {@code tls.provider=driver} as a driver does it that takes its
   * sockets from one context of the JDK, and with the parameters that the driver has set.
   */
  protected Socket encrypted(TlsContext with, String host, int port, Duration tcpConnect)
      throws ConnectFailedException {
    return with.startTls(tcp(), host, port, tcpConnect, getSSLParameters());
  }

  /** Asks the server for TLS in its protocol's way. Does nothing by default: TLS begins at once. */
  protected void beforeTls(Socket connected, String host, int port) throws ConnectFailedException {}

  @Override
  public InputStream getInputStream() throws IOException {
    return connected.getInputStream();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return connected.getOutputStream();
  }

  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the other socket synchronizes
  @Override
  public void close() throws IOException {
    connected.close();
  }

  @Override
  public SSLSession getSession() {
    if (connected instanceof SSLSocket encrypted) {
      return encrypted.getSession();
    }
    throw new IllegalStateException("there is no TLS session on this socket");
  }
}
