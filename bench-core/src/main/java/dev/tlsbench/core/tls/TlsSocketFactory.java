package dev.tlsbench.core.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLSocketFactory;

/** Makes {@link TlsSocket}s for drivers. */
final class TlsSocketFactory extends SSLSocketFactory {
  private final TlsContext context;

  TlsSocketFactory(TlsContext context) {
    this.context = context;
  }

  @Override
  public Socket createSocket() {
    return new TlsSocket(context, new TappedSocket());
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
    return context.offeredCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return context.offeredCipherSuites();
  }
}
