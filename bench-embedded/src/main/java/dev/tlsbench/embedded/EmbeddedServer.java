package dev.tlsbench.embedded;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A database server that belongs to this process: it listens only on {@code 127.0.0.1}, and ends
 * with this process, even if that crashes.
 *
 * <p>Safe to share between threads.
 */
public interface EmbeddedServer extends AutoCloseable {

  /** {@return the address that the server listens on, {@code 127.0.0.1}} */
  default String host() {
    return "127.0.0.1";
  }

  /** {@return the port that the server listens on, 1 to 65535} */
  int port();

  /**
   * Returns the URL for connecting, with all required options.
   *
   * @return a URL of the database {@code ycsb}; it may hold a password, so it is not for output
   */
  String url();

  /**
   * Returns the URL for connecting with a JDBC driver and its own TLS.
   *
   * @param trustStore a PKCS#12 store with the certificate of {@link #caFile}
   * @param clientStore a PKCS#12 store with a client's certificate and key; {@code null} for none
   * @param storePassword the password of both
   * @return a URL that may hold a password, so it is not for output
   * @throws IllegalStateException if there is no JDBC driver for this server, or the server is
   *     plain
   */
  default String jdbcUrl(Path trustStore, @Nullable Path clientStore, String storePassword) {
    throw new IllegalStateException("there is no JDBC driver for this server; use url");
  }

  /**
   * Returns the certificate that a client must trust.
   *
   * @return a PEM file that exists until the server is closed, or for good in the caller's
   *     directory
   * @throws IllegalStateException if the server is plain
   */
  Path caFile();

  /**
   * Returns a certificate and its key that the server accepts from a client.
   *
   * @return a PEM file with both, which exists as long as {@link #caFile}
   * @throws IllegalStateException if the server is plain
   */
  Path clientCertificateFile();

  /** {@return the server's log, a text file, which exists as long as {@link #caFile}} */
  Path logFile();

  /** {@return the id of the server's process} */
  long pid();

  /**
   * Stops the server: cuts connections, writes data in the caller's directory, deletes temporary
   * files. Further calls have no effect.
   */
  @Override
  void close();
}
