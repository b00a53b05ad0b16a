package dev.tlsbench.jmh.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ssl.SSLEngine;

/**
 * The server's side of one TLS implementation: certificates, sessions, and engines that share them.
 * Sessions can be resumed, by ticket or by session id, whichever the implementation offers.
 */
public interface ServerContext extends AutoCloseable {

  /**
   * Makes the server's side of a connection.
   *
   * @return an engine in server mode; to be given to {@link #release} after use
   */
  SSLEngine newEngine();

  /**
   * Listens on a free port. Sockets that are accepted shake hands when they are first read.
   *
   * @return a socket to be closed
   * @throws UnsupportedOperationException for all implementations but SunJSSE, the peer of clients
   *     over sockets
   */
  default ServerSocket listen(InetAddress address) throws IOException {
    throw new UnsupportedOperationException("servers over sockets are SunJSSE's");
  }

  /**
   * Frees what an engine holds outside of the heap.
   *
   * @param engine made by {@link #newEngine}
   */
  default void release(SSLEngine engine) {}

  @Override
  default void close() {}

  /**
   * Makes the server's side.
   *
   * @return a context to be closed after the last engine
   */
  static ServerContext open(ServerSettings settings, Credentials credentials) {
    return switch (settings.provider()) {
      case JDK, BOUNCY_CASTLE, CONSCRYPT -> new JsseServer(settings, credentials);
      case OPENSSL -> new OpenSslServer(settings, credentials);
    };
  }
}
