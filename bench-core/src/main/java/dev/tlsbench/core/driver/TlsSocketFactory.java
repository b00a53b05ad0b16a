package dev.tlsbench.core.driver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;

/**
 * A factory of sockets for drivers that connect and shake hands in one step.
 *
 * <p>Names no cipher suites: what makes the sockets decides which are negotiated. Safe to share
 * between threads if the supplier is.
 */
public final class TlsSocketFactory extends SSLSocketFactory {
  private final Supplier<? extends Socket> sockets;

  /**
   * Makes a factory.
   *
   * @param sockets makes a socket that is not connected, on the thread that will connect it
   */
  public TlsSocketFactory(Supplier<? extends Socket> sockets) {
    this.sockets = sockets;
  }

  @Override
  public Socket createSocket() {
    return sockets.get();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port), localHost, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port), localHost, localPort);
  }

  /** Refused: what the server sends can be seen only on a socket of this factory's own. */
  @Override
  public Socket createSocket(Socket tcp, String host, int port, boolean autoClose)
      throws IOException {
    throw new SocketException("TLS over a proxy's socket is not supported; connect directly");
  }

  private Socket connected(InetSocketAddress address) throws IOException {
    Socket socket = createSocket();
    socket.connect(address);
    return socket;
  }

  private Socket connected(InetSocketAddress address, InetAddress localHost, int localPort)
      throws IOException {
    Socket socket = createSocket();
    socket.bind(new InetSocketAddress(localHost, localPort));
    socket.connect(address);
    return socket;
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return new String[0];
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return new String[0];
  }
}
