package dev.tlsbench.core.tls;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.socket.FirstAnswer;
import dev.tlsbench.core.socket.ForwardingSslSocket;
import dev.tlsbench.core.socket.RecordingSocket;
import dev.tlsbench.core.tls.provider.TlsStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The socket that a driver sees: connecting includes the TCP connection and the handshake, so that
 * it is either encrypted or not connected.
 *
 * <p>The context's settings apply, whatever parameters a driver sets.
 */
final class TlsSocket extends ForwardingSslSocket {
  private final TlsContext context;
  private final @Nullable InetSocketAddress layeredOver;
  private volatile @Nullable TlsStream stream;
  private volatile @Nullable InputStream input;
  private volatile @Nullable OutputStream output;

  TlsSocket(TlsContext context, RecordingSocket tcp) {
    this(context, tcp, null);
  }

  /** Creates a socket over a connected one; the handshake follows later. */
  TlsSocket(TlsContext context, RecordingSocket tcp, @Nullable InetSocketAddress layeredOver) {
    super(tcp);
    this.context = context;
    this.layeredOver = layeredOver;
  }

  /**
   * Performs the handshake over a connection that a driver made itself; further calls have no
   * effect. ALPN is part of the context's settings, since not every implementation accepts it for a
   * single connection.
   */
  @Override
  public synchronized void startHandshake() throws IOException {
    InetSocketAddress server = layeredOver;
    if (server == null || stream != null) {
      return;
    }
    String[] asked = getSSLParameters().getApplicationProtocols();
    if (asked.length > 0
        && !List.of(asked).equals(context.settings().offer().applicationProtocols())) {
      throw new SSLException(
          "the driver offers "
              + List.of(asked)
              + " by ALPN, and the TLS settings "
              + context.settings().offer().applicationProtocols());
    }
    startTls(server.getHostString(), server.getPort(), null);
  }

  @Override
  public @Nullable String getApplicationProtocol() {
    TlsStream connected = stream;
    return connected == null ? null : connected.applicationProtocol();
  }

  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    InetSocketAddress address = (InetSocketAddress) endpoint;
    long start = System.nanoTime();
    try {
      tcp().connect(address, timeoutMillis);
    } catch (IOException e) {
      tcp().close();
      throw context.failed(ConnectFailedException.ofTcp(address, e));
    }
    Duration tcpConnect = Duration.ofNanos(System.nanoTime() - start);
    startTls(address.getHostString(), address.getPort(), tcpConnect);
  }

  /** Performs the handshake over the existing TCP connection. */
  void startTls(String host, int port, @Nullable Duration tcpConnect)
      throws ConnectFailedException {
    RecordingSocket tcp = (RecordingSocket) tcp();
    TlsStream connected = context.handshake(tcp, host, port, tcpConnect);
    FirstAnswer firstAnswer = new FirstAnswer(tcp, failure -> refused(host, port, failure));
    try {
      input = firstAnswer.input(connected.input());
      output = firstAnswer.output(connected.output());
    } catch (IOException e) {
      throw refused(host, port, e);
    }
    stream = connected;
  }

  private ConnectFailedException refused(String host, int port, IOException failure) {
    return context.failed(HandshakeFailure.afterwards(host, port, context.settings(), failure));
  }

  private static <T> T connected(@Nullable T part) throws SocketException {
    if (part == null) {
      throw new SocketException("Socket is not connected");
    }
    return part;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    startHandshake();
    return connected(input);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    startHandshake();
    return connected(output);
  }

  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the other socket synchronizes
  @Override
  public void close() throws IOException {
    TlsStream connected = stream;
    if (connected == null) {
      tcp().close();
    } else {
      connected.close();
    }
  }

  @Override
  public SSLSession getSession() {
    TlsStream connected = stream;
    if (connected == null) {
      throw new IllegalStateException("Socket is not connected");
    }
    return connected.session();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return context.settings().offer().cipherSuites().toArray(new String[0]);
  }

  @Override
  public String[] getEnabledProtocols() {
    return context.settings().offer().protocols().toArray(new String[0]);
  }
}
