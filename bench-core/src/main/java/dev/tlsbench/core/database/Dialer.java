package dev.tlsbench.core.database;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Hooks for making, timing and rerouting TCP connections. The defaults change nothing.
 *
 * <p>A driver calls the methods on the thread that opens the connection; threads that connect
 * concurrently share the object.
 */
public interface Dialer {
  /** Connects sockets of the JDK to the server itself. */
  Dialer DIRECT = new Dialer() {};

  /**
   * Creates the unconnected socket of a plain connection; over TLS the TLS context creates it. It
   * must not be an {@code SSLSocket}: Connector/J would treat the connection as encrypted.
   */
  default Socket plainSocket() {
    return new Socket();
  }

  /**
   * Makes the TCP connection. The ledger records its duration as TCP connect.
   *
   * @param timeoutMillis 0 for none
   */
  default void connect(Socket socket, InetSocketAddress server, int timeoutMillis)
      throws IOException {
    socket.connect(server, timeoutMillis);
  }

  /**
   * Called when the server has answered the first message of a log-in, if the protocol has such an
   * answer before the log-in ends.
   */
  default void answered() {}

  /**
   * Called when the server has accepted a connection's login, if the driver reports it. The
   * driver's own first queries may follow.
   */
  default void loggedIn() {}
}
