package dev.tlsbench.embedded;

import java.io.IOException;

/**
 * Thrown if an embedded server does not start.
 *
 * <p>The message is one line with server, cause and remedy. {@link #logTail} has details.
 */
public final class StartFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String logTail;

  /**
   * Creates an exception for a server that has no log yet.
   *
   * @param message one line with server, cause and remedy
   */
  public StartFailedException(String message) {
    this(message, "");
  }

  /**
   * Creates an exception for a server that ended or hung.
   *
   * @param message one line with server and cause
   * @param logTail the end of the server's log
   */
  public StartFailedException(String message, String logTail) {
    super(message);
    this.logTail = logTail;
  }

  /**
   * Returns the end of the server's log, whose file may be deleted by now.
   *
   * @return up to 40 lines; empty if the log is empty
   */
  public String logTail() {
    return logTail;
  }
}
