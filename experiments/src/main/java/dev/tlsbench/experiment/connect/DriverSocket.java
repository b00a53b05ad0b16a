package dev.tlsbench.experiment.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.tls.TlsContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.time.Duration;
import java.util.Set;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The socket of the MongoDB driver, whose parts are timed: TCP, TLS if there is any, and what the
 * driver reads and writes.
 *
 * <p>The driver lets nobody make its plain sockets, but anybody those that it takes for encrypted
 * ones. So this class is an {@code SSLSocket}, also without TLS: then every byte of it is plain.
 * TLS is {@link TlsContext}'s business alone; the driver's own TLS parameters are kept and shown.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the other socket synchronizes
final class DriverSocket extends SSLSocket {
  private final @Nullable TlsContext tls;
  private final Route route;
  private final @Nullable Timeline timeline;
  private final Socket tcp;
  private volatile Socket connected;
  private SSLParameters parameters = new SSLParameters();

  /**
   * Makes a socket.
   *
   * @param tls {@code null} for plain text
   * @param timeline {@code null} if nobody wants to know
   */
  DriverSocket(@Nullable TlsContext tls, Route route, @Nullable Timeline timeline) {
    this.tls = tls;
    this.route = route;
    this.timeline = timeline;
    this.tcp = tls == null ? new Socket() : tls.plainSocket();
    this.connected = tcp;
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    InetSocketAddress server = (InetSocketAddress) endpoint;
    if (timeline != null) {
      timeline.start();
    }
    long start = System.nanoTime();
    try {
      route.connect(tcp, server, timeoutMillis);
    } catch (IOException e) {
      tcp.close();
      throw ConnectFailedException.ofTcp(server.getHostString() + ":" + server.getPort(), e);
    }
    Duration tcpConnect = Duration.ofNanos(System.nanoTime() - start);
    end(Part.TCP_CONNECT);
    if (tls != null) {
      connected = tls.startTls(tcp, server.getHostString(), server.getPort(), tcpConnect);
      end(Part.TLS_HANDSHAKE);
    }
  }

  private void end(Part part) {
    if (timeline != null) {
      timeline.end(part);
    }
  }

  @Override
  public InputStream getInputStream() throws IOException {
    InputStream in = connected.getInputStream();
    return timeline == null ? in : WatchedStreams.input(in, timeline);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    OutputStream out = connected.getOutputStream();
    return timeline == null ? out : WatchedStreams.output(out, timeline);
  }

  @Override
  public void close() throws IOException {
    connected.close();
  }

  @Override
  public boolean isConnected() {
    return tcp.isConnected();
  }

  @Override
  public boolean isClosed() {
    return tcp.isClosed();
  }

  @Override
  public @Nullable InetAddress getInetAddress() {
    return tcp.getInetAddress();
  }

  @Override
  public int getPort() {
    return tcp.getPort();
  }

  @Override
  public @Nullable SocketAddress getRemoteSocketAddress() {
    return tcp.getRemoteSocketAddress();
  }

  @Override
  public @Nullable SocketAddress getLocalSocketAddress() {
    return tcp.getLocalSocketAddress();
  }

  @Override
  public void setSoTimeout(int millis) throws SocketException {
    tcp.setSoTimeout(millis);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return tcp.getSoTimeout();
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    tcp.setTcpNoDelay(on);
  }

  @Override
  public boolean getTcpNoDelay() throws SocketException {
    return tcp.getTcpNoDelay();
  }

  @Override
  public void setKeepAlive(boolean on) throws SocketException {
    tcp.setKeepAlive(on);
  }

  @Override
  public void setReceiveBufferSize(int size) throws SocketException {
    tcp.setReceiveBufferSize(size);
  }

  @Override
  public void setSendBufferSize(int size) throws SocketException {
    tcp.setSendBufferSize(size);
  }

  @Override
  public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
    tcp.setOption(name, value);
    return this;
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return tcp.supportedOptions();
  }

  @Override
  public SSLSession getSession() {
    if (connected instanceof SSLSocket encrypted) {
      return encrypted.getSession();
    }
    throw new IllegalStateException("there is no TLS session on this socket");
  }

  /** Does nothing: the handshake is part of {@code connect}. */
  @Override
  public void startHandshake() {}

  @Override
  public SSLParameters getSSLParameters() {
    return parameters;
  }

  @Override
  public void setSSLParameters(SSLParameters wanted) {
    parameters = wanted;
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return new String[0];
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return new String[0];
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {}

  @Override
  public String[] getSupportedProtocols() {
    return new String[0];
  }

  @Override
  public String[] getEnabledProtocols() {
    return new String[0];
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {}

  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {}

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {}

  @Override
  public void setUseClientMode(boolean client) {}

  @Override
  public boolean getUseClientMode() {
    return true;
  }

  @Override
  public void setNeedClientAuth(boolean need) {}

  @Override
  public boolean getNeedClientAuth() {
    return false;
  }

  @Override
  public void setWantClientAuth(boolean want) {}

  @Override
  public boolean getWantClientAuth() {
    return false;
  }

  @Override
  public void setEnableSessionCreation(boolean create) {}

  @Override
  public boolean getEnableSessionCreation() {
    return true;
  }
}
