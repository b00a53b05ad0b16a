package dev.tlsbench.jmh.tls;

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
   * @param settings what it does
   * @param credentials its certificate, and the authority of its clients
   * @return a context to be closed after the last engine
   */
  static ServerContext open(ServerSettings settings, Credentials credentials) {
    return switch (settings.provider()) {
      case JDK, BOUNCY_CASTLE, CONSCRYPT -> new JsseServer(settings, credentials);
      case OPENSSL -> new OpenSslServer(settings, credentials);
    };
  }
}
