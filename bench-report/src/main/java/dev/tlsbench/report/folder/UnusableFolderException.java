package dev.tlsbench.report.folder;

/**
 * Thrown if a folder cannot be created, written to or read; the message has folder, cause and
 * remedy.
 */
public final class UnusableFolderException extends RuntimeException {
  public UnusableFolderException(String message) {
    super(message);
  }

  public UnusableFolderException(String message, Exception cause) {
    super(message, cause);
  }
}
