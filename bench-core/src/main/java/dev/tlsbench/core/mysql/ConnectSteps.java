package dev.tlsbench.core.mysql;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Hooks for timing MySQL connections or rerouting them through a relay. The defaults change
 * nothing.
 *
 * <p>The methods are called in this order, on the thread that calls {@link
 * MySqlConnections#connect}. The server's greeting and, over TLS, the handshake come between the
 * TCP connect and {@link #loggedIn}; {@link MySqlConnections#ledger} records the handshake. Threads
 * that connect concurrently share the object.
 */
public interface ConnectSteps {
  /** Sockets of the JDK, connected to the server. */
  ConnectSteps DIRECT = new ConnectSteps() {};

  /**
   * Creates the socket of a plain connection; over TLS the TLS context creates it.
   *
   * @return an unconnected socket, which must not be an {@code SSLSocket}: Connector/J would treat
   *     the connection as encrypted
   */
  default Socket plainSocket() {
    return new Socket();
  }

  /**
   * Makes the TCP connection. The ledger records its duration as TCP connect.
   *
   * @param socket an unconnected socket
   * @param server the address in the URL; TLS checks the name in the URL wherever this method
   *     connects
   * @param timeoutMillis 0 for none
   * @throws IOException if no connection is made; the next address of the host is tried
   */
  default void connectTcp(Socket socket, InetSocketAddress server, int timeoutMillis)
      throws IOException {
    socket.connect(server, timeoutMillis);
  }

  /** Called when the server has accepted the login; Connector/J's own first queries follow. */
  default void loggedIn() {}
}
