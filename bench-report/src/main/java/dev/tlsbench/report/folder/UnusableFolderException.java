package dev.tlsbench.report.folder;

/** A folder cannot be made, written to or read; the message says which, why, and what to do. */
public final class UnusableFolderException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * With a message for people.
   *
   * @param message one line
   */
  public UnusableFolderException(String message) {
    super(message);
  }

  /**
   * With what the system said.
   *
   * @param message one line
   * @param cause what the system said
   */
  public UnusableFolderException(String message, Exception cause) {
    super(message, cause);
  }
}
