package dev.tlsbench.core.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A factory of sockets for drivers that connect and shake hands in one step.
 *
 * <p>Lists no cipher suites: the supplier of the sockets decides which are negotiated. Safe to
 * share between threads if the supplier is.
 */
public final class TlsSocketFactory extends SSLSocketFactory {
  private final Supplier<? extends Socket> sockets;
  private final Layer layer;

  /** Creates a factory that cannot layer TLS over existing sockets. */
  public TlsSocketFactory(Supplier<? extends Socket> sockets) {
    this(
        sockets,
        (tcp, host, port) -> {
          throw new SocketException("TLS over a proxy's socket is not supported; connect directly");
        });
  }

  public TlsSocketFactory(Supplier<? extends Socket> sockets, Layer layer) {
    this.sockets = sockets;
    this.layer = layer;
  }

  /** Creates TLS sockets over connected ones. */
  public interface Layer {
    /**
     * Creates a socket whose handshake begins with {@code startHandshake} or the first read or
     * write.
     *
     * @param tcp a connected socket, closed with the TLS socket
     */
    Socket over(Socket tcp, String host, int port) throws IOException;
  }

  @Override
  public Socket createSocket() {
    return sockets.get();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port), null, 0);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port), null, 0);
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

  @Override
  public Socket createSocket(Socket tcp, String host, int port, boolean autoClose)
      throws IOException {
    return layer.over(tcp, host, port);
  }

  private Socket connected(
      InetSocketAddress address, @Nullable InetAddress localHost, int localPort)
      throws IOException {
    Socket socket = createSocket();
    if (localHost != null) {
      socket.bind(new InetSocketAddress(localHost, localPort));
    }
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
