package dev.tlsbench.core.tls.socket;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.driver.SocketView;
import dev.tlsbench.core.tls.provider.TlsStream;
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
 * <p>The client's settings decide what is negotiated, whatever parameters a driver sets.
 */
public final class TlsSocket extends SocketView {
  private final TlsClient client;
  private volatile @Nullable TlsStream stream;
  private volatile @Nullable InputStream input;
  private volatile @Nullable OutputStream output;

  public TlsSocket(TlsClient client, TappedSocket tcp) {
    super(tcp);
    this.client = client;
  }

  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    InetSocketAddress address = (InetSocketAddress) endpoint;
    long start = System.nanoTime();
    try {
      tcp().connect(address, timeoutMillis);
    } catch (IOException e) {
      tcp().close();
      throw client.failed(
          ConnectFailedException.ofTcp(address.getHostString() + ":" + address.getPort(), e));
    }
    Duration tcpConnect = Duration.ofNanos(System.nanoTime() - start);
    startTls(address.getHostString(), address.getPort(), tcpConnect);
  }

  /** Shakes hands over the TCP connection that there is. */
  public void startTls(String host, int port, Duration tcpConnect) throws ConnectFailedException {
    TlsStream connected = client.handshake((TappedSocket) tcp(), host, port, tcpConnect);
    FirstAnswer firstAnswer =
        new FirstAnswer(failure -> client.refusedAfterHandshake(host, port, failure));
    try {
      input = firstAnswer.input(connected.input());
      output = firstAnswer.output(connected.output());
    } catch (IOException e) {
      throw client.refusedAfterHandshake(host, port, e);
    }
    stream = connected;
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
  public String[] getSupportedCipherSuites() {
    return client.offeredCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return client.cipherSuites().toArray(new String[0]);
  }

  @Override
  public String[] getSupportedProtocols() {
    return getEnabledProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return client.protocols().toArray(new String[0]);
  }

  @Override
  public String toString() {
    return "TlsSocket[" + getRemoteSocketAddress() + "]";
  }
}
