package dev.tlsbench.core.postgresql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.SocketFactory;

/**
 * Makes the sockets of {@link PostgresConnections}. Public only because pgjdbc instantiates it by
 * name, with the id of its connections.
 */
public final class PostgresSocketFactory extends SocketFactory {
  private final String id;

  /**
   * Called by pgjdbc.
   *
   * @param id the id of open connections
   */
  public PostgresSocketFactory(String id) {
    this.id = id;
  }

  @Override
  public Socket createSocket() throws IOException {
    return PostgresConnections.socket(id);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw unused();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    throw unused();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    throw unused();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    throw unused();
  }

  private static SocketException unused() {
    return new SocketException("pgjdbc connects sockets itself");
  }
}
