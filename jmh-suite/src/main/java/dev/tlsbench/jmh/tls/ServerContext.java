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

  /** Creates an engine in server mode, to be given to {@link #release} after use. */
  SSLEngine newEngine();

  /**
   * Listens on a free port. Accepted sockets shake hands when they are first read.
   *
   * @throws UnsupportedOperationException for all implementations but SunJSSE, the peer of clients
   *     over sockets
   */
  default ServerSocket listen(InetAddress address) throws IOException {
    throw new UnsupportedOperationException("servers over sockets are SunJSSE's");
  }

  default void release(SSLEngine engine) {}

  @Override
  default void close() {}

  /** Creates a context, to be closed after the last engine. */
  static ServerContext open(Ends ends, Credentials credentials) {
    return switch (ends.at(Side.SERVER)) {
      case JDK, BOUNCY_CASTLE, CONSCRYPT -> new JsseServer(ends, credentials);
      case OPENSSL -> new OpenSslServer(ends, credentials);
    };
  }
}
