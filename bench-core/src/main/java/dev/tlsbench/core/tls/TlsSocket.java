package dev.tlsbench.core.tls;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.driver.SocketView;
import dev.tlsbench.core.tls.provider.TlsStream;
import dev.tlsbench.core.tls.socket.FirstAnswer;
import dev.tlsbench.core.tls.socket.TappedSocket;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.time.Duration;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The socket that a driver sees: connecting it makes the TCP connection and shakes hands, so that
 * it is either encrypted or not connected.
 *
 * <p>The context's settings decide what is negotiated, whatever parameters a driver sets.
 */
final class TlsSocket extends SocketView {
  private final TlsContext context;
  private volatile @Nullable TlsStream stream;
  private volatile @Nullable InputStream input;
  private volatile @Nullable OutputStream output;

  TlsSocket(TlsContext context, TappedSocket tcp) {
    super(tcp);
    this.context = context;
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

  /** Shakes hands over the TCP connection that there is. */
  void startTls(String host, int port, Duration tcpConnect) throws ConnectFailedException {
    TappedSocket tcp = (TappedSocket) tcp();
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
    return connected(input);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
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
    return context.settings().cipherSuites().toArray(new String[0]);
  }

  @Override
  public String[] getEnabledProtocols() {
    return context.settings().protocols().toArray(new String[0]);
  }
}
