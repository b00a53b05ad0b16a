package dev.tlsbench.core;

import java.io.IOException;

/**
 * A connection was not made: the server could not be reached, TLS failed, or the server turned the
 * client away.
 *
 * <p>The message is one line that names the server, what failed and what to do about it. It never
 * holds a password, a key or the credentials of a URL.
 */
public final class ConnectFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an exception without a cause.
   *
   * @param message one line: server, what failed, remedy
   */
  public ConnectFailedException(String message) {
    super(message);
  }

  /**
   * Makes an exception with the failure underneath.
   *
   * @param message one line: server, what failed, remedy
   * @param cause what the driver or the TLS implementation threw
   */
  public ConnectFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
