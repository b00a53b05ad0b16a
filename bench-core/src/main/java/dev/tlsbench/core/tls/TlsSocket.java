package dev.tlsbench.core.tls;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.socket.ForwardingSslSocket;
import dev.tlsbench.core.socket.RecordingSocket;
import dev.tlsbench.core.tls.provider.TlsStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
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

  /** The address of a connected socket, or of one whose handshake may begin. */
  private volatile @Nullable InetSocketAddress server;

  private volatile @Nullable TlsStream stream;

  /**
   * True if the server has not answered since the client's end of the handshake. Under TLS 1.3 a
   * server judges the client's certificate only then (RFC 8446, section 4.4.2.4), so a failure in
   * this time counts as a handshake failure.
   */
  private volatile boolean firstAnswerAwaited = true;

  TlsSocket(TlsContext context, RecordingSocket tcp) {
    this(context, tcp, null);
  }

  /** Creates a socket over a connected one; the handshake follows later. */
  TlsSocket(TlsContext context, RecordingSocket tcp, @Nullable InetSocketAddress layeredOver) {
    super(tcp);
    this.context = context;
    this.server = layeredOver;
  }

  /**
   * Performs the handshake over a connection that a driver made itself; further calls have no
   * effect. ALPN is part of the context's settings, since not every implementation accepts it for a
   * single connection.
   */
  @Override
  public synchronized void startHandshake() throws IOException {
    InetSocketAddress address = server;
    if (address == null || stream != null) {
      return;
    }
    String[] asked = getSSLParameters().getApplicationProtocols();
    if (asked.length > 0
        && !List.of(asked).equals(context.settings().offer().applicationProtocols())) {
      throw new SSLException(
          "the driver offers %s by ALPN, and the TLS settings %s"
              .formatted(List.of(asked), context.settings().offer().applicationProtocols()));
    }
    startTls(address.getHostString(), address.getPort(), null);
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
    TlsStream made = context.handshake((RecordingSocket) tcp(), host, port, tcpConnect);
    stream =
        new TlsStream(
            new Input(made.input()),
            new Output(made.output()),
            made.session(),
            made.applicationProtocol(),
            made);
    server = InetSocketAddress.createUnresolved(host, port);
  }

  private IOException explained(IOException failure) {
    InetSocketAddress address = server;
    if (!firstAnswerAwaited || address == null || failure instanceof SocketTimeoutException) {
      return failure;
    }
    firstAnswerAwaited = false;
    return context.failed(
        HandshakeFailure.afterwards(
            address.getHostString(), address.getPort(), context.settings(), failure));
  }

  private TlsStream connected() throws IOException {
    startHandshake();
    TlsStream connected = stream;
    if (connected == null) {
      throw new SocketException("Socket is not connected");
    }
    return connected;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return connected().input();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return connected().output();
  }

  private final class Input extends FilterInputStream {
    Input(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (!firstAnswerAwaited) {
        return in.read(bytes, offset, length);
      }
      try {
        int read = in.read(bytes, offset, length);
        if (read > 0) {
          firstAnswerAwaited = false;
          ((RecordingSocket) tcp()).answered();
        }
        return read;
      } catch (IOException e) {
        throw explained(e);
      }
    }
  }

  private final class Output extends FilterOutputStream {
    Output(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void flush() throws IOException {
      try {
        out.flush();
      } catch (IOException e) {
        throw explained(e);
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw explained(e);
      }
    }
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
}
