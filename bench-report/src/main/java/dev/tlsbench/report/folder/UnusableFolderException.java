package dev.tlsbench.report.folder;

/** A folder cannot be created, written to or read; the message names it, the cause and a remedy. */
public final class UnusableFolderException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnusableFolderException(String message) {
    super(message);
  }

  public UnusableFolderException(String message, Exception cause) {
    super(message, cause);
  }
}
