package dev.tlsbench.embedded;

import java.io.IOException;

/**
 * An embedded server did not start.
 *
 * <p>The message is one line: which server, why, and what to do. {@link #logTail} has more.
 */
public final class StartFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  /** See {@link #logTail()}. */
  private final String logTail;

  StartFailedException(String message) {
    this(message, "");
  }

  StartFailedException(String message, String logTail) {
    super(message);
    this.logTail = logTail;
  }

  /**
   * The end of the server's log, which may be gone from the disk by now.
   *
   * @return up to 40 lines; empty if the server wrote none
   */
  public String logTail() {
    return logTail;
  }
}
