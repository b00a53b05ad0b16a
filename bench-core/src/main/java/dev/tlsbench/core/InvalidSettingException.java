package dev.tlsbench.core;

import dev.tlsbench.core.text.OneLine;

/**
 * Thrown if a URL, property or file cannot be used as it is and the caller must change it.
 *
 * <p>The message is one line that names the input, the rule that it broke and the remedy. It never
 * holds a password, a key or the credentials of a URL, so it can be shown and logged as it is.
 */
public class InvalidSettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a cause.
   *
   * @param message input, rule, remedy; becomes one line
   */
  public InvalidSettingException(String message) {
    super(OneLine.of(message));
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message input, rule, remedy; becomes one line
   * @param cause the exception of the library that read the input
   */
  public InvalidSettingException(String message, Throwable cause) {
    super(OneLine.of(message), cause);
  }
}
