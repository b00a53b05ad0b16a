package dev.tlsbench.core.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.util.Set;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * An {@code SSLSocket} of a client over another socket, which provides the addresses, options and
 * state. {@link #connect} includes the handshake, so TLS parameters that a driver sets, such as its
 * own host name checks, are stored and returned but have no effect.
 *
 * <p>Not safe to set options from several threads, like every socket.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the other socket synchronizes
public abstract class ForwardingSslSocket extends SSLSocket {
  private final Socket tcp;
  private SSLParameters parameters = new SSLParameters();

  protected ForwardingSslSocket(Socket tcp) {
    this.tcp = tcp;
  }

  /** {@return the TCP part, as given} */
  public final Socket tcp() {
    return tcp;
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  /** Connects and, if this socket is encrypted, performs the handshake. */
  @Override
  public abstract void connect(SocketAddress endpoint, int timeoutMillis) throws IOException;

  @Override
  public void bind(SocketAddress address) throws IOException {
    tcp.bind(address);
  }

  @Override
  public @Nullable InetAddress getInetAddress() {
    return tcp.getInetAddress();
  }

  @Override
  public InetAddress getLocalAddress() {
    return tcp.getLocalAddress();
  }

  @Override
  public int getPort() {
    return tcp.getPort();
  }

  @Override
  public int getLocalPort() {
    return tcp.getLocalPort();
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
  public boolean isConnected() {
    return tcp.isConnected();
  }

  @Override
  public boolean isBound() {
    return tcp.isBound();
  }

  @Override
  public boolean isClosed() {
    return tcp.isClosed();
  }

  /** Closes the whole connection: TLS has no half-closed state that a driver could use. */
  @Override
  public void shutdownInput() throws IOException {
    close();
  }

  @Override
  public void shutdownOutput() throws IOException {
    close();
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
  public boolean getKeepAlive() throws SocketException {
    return tcp.getKeepAlive();
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
  public void setSoLinger(boolean on, int seconds) throws SocketException {
    tcp.setSoLinger(on, seconds);
  }

  @Override
  public int getSoLinger() throws SocketException {
    return tcp.getSoLinger();
  }

  @Override
  public void setSendBufferSize(int bytes) throws SocketException {
    tcp.setSendBufferSize(bytes);
  }

  @Override
  public int getSendBufferSize() throws SocketException {
    return tcp.getSendBufferSize();
  }

  @Override
  public void setReceiveBufferSize(int bytes) throws SocketException {
    tcp.setReceiveBufferSize(bytes);
  }

  @Override
  public int getReceiveBufferSize() throws SocketException {
    return tcp.getReceiveBufferSize();
  }

  @Override
  public void setTrafficClass(int trafficClass) throws SocketException {
    tcp.setTrafficClass(trafficClass);
  }

  @Override
  public int getTrafficClass() throws SocketException {
    return tcp.getTrafficClass();
  }

  @Override
  public void setReuseAddress(boolean on) throws SocketException {
    tcp.setReuseAddress(on);
  }

  @Override
  public boolean getReuseAddress() throws SocketException {
    return tcp.getReuseAddress();
  }

  @Override
  public <T> Socket setOption(SocketOption<T> option, T value) throws IOException {
    tcp.setOption(option, value);
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> option) throws IOException {
    return tcp.getOption(option);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return tcp.supportedOptions();
  }

  /** Does nothing: {@link #connect} has completed the handshake. */
  @Override
  public void startHandshake() throws IOException {}

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
  public void setEnabledCipherSuites(String[] suites) {
    parameters.setCipherSuites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return getEnabledProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return new String[0];
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    parameters.setProtocols(protocols);
  }

  /** Does nothing: the handshake is over before a listener could be notified. */
  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {}

  /** Does nothing, since no listener was added. */
  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {}

  @Override
  public void setUseClientMode(boolean client) {
    if (!client) {
      throw new IllegalArgumentException("this socket is a client's");
    }
  }

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
