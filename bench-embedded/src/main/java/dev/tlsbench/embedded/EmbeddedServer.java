package dev.tlsbench.embedded;

import java.nio.file.Path;

/**
 * A database server that belongs to this process: it listens on {@code 127.0.0.1} alone, and ends
 * with this process, however this process ends.
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
   * Returns the URL for connecting, with all that the server asks for.
   *
   * @return a URL of the database {@code ycsb}; it may hold a password, so it is not for output
   */
  String url();

  /**
   * The certificate that a client must trust.
   *
   * @return a PEM file, there until the server is closed, or for good in a directory of the caller
   * @throws IllegalStateException if the server is plain
   */
  Path caFile();

  /**
   * A certificate and its key that the server accepts from a client.
   *
   * @return a PEM file with both, there as long as {@link #caFile}
   * @throws IllegalStateException if the server is plain
   */
  Path clientCertificateFile();

  /** {@return the server's log, a text file, there as long as {@link #caFile}} */
  Path logFile();

  /** {@return the id of the server's process} */
  long pid();

  /**
   * Stops the server: connections are cut, data in a directory of the caller is written out,
   * temporary files are deleted. Closing twice does nothing.
   */
  @Override
  void close();
}
