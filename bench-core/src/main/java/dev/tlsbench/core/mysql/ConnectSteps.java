package dev.tlsbench.core.mysql;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * The steps of making a connection to MySQL, for who wants to time them or to lead connections
 * through a relay: an object that changes nothing unless a method is overridden.
 *
 * <p>The methods are called in this order, on the thread that calls {@link
 * MySqlConnections#connect}, between the TCP connect and {@link #loggedIn} comes the server's
 * greeting, and over TLS the handshake, of which {@link MySqlConnections#ledger} tells. Where
 * several threads connect, all of them call the same object.
 */
public interface ConnectSteps {
  /** Sockets of the JDK, connected to the server. */
  ConnectSteps DIRECT = new ConnectSteps() {};

  /**
   * Makes the socket of a plain connection; over TLS the socket is the TLS context's.
   *
   * @return a socket that is not connected, and is no {@code SSLSocket}: Connector/J would take the
   *     connection for an encrypted one
   */
  default Socket plainSocket() {
    return new Socket();
  }

  /**
   * Makes the TCP connection. What it takes is what the ledger calls TCP connect.
   *
   * @param socket a socket that is not connected
   * @param server where the URL leads; TLS checks the name of the URL wherever this method connects
   * @param timeoutMillis 0 for none
   * @throws IOException if no connection is made; the next address of the host is tried
   */
  default void connectTcp(Socket socket, InetSocketAddress server, int timeoutMillis)
      throws IOException {
    socket.connect(server, timeoutMillis);
  }

  /** The server has let the user in; Connector/J's own first queries are still to come. */
  default void loggedIn() {}
}
