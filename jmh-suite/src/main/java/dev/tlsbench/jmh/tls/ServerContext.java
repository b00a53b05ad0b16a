package dev.tlsbench.jmh.tls;

import javax.net.ssl.SSLEngine;

/**
 * The server's side of one TLS implementation: certificates, sessions, and engines that share them.
 * Sessions can be resumed, by ticket or by session id, whichever the implementation offers.
 */
public interface ServerContext extends AutoCloseable {

  /** Creates an engine in server mode, to be given to {@link #release} after use. */
  SSLEngine newEngine();

  default void release(SSLEngine engine) {}

  @Override
  default void close() {}

  /** Creates a context, to be closed after the last engine. */
  static ServerContext open(Ends ends, Credentials credentials) {
    return switch (ends.at(Side.SERVER)) {
      case JDK, BOUNCY_CASTLE, CONSCRYPT -> new JavaTlsServer(ends, credentials);
      case OPENSSL -> new OpenSslServer(ends, credentials);
    };
  }
}
