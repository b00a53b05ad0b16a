package dev.tlsbench.core;

/**
 * A URL, property or file cannot be used as it stands: the caller must change it.
 *
 * <p>The message is one line that names the input, the rule that it broke and the remedy. It never
 * holds a password, a key or the credentials of a URL, so it can be shown and logged as it is.
 */
public class InvalidSettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an exception without a cause.
   *
   * @param message input, rule, remedy; line breaks and control characters, which the input may
   *     have, become spaces
   */
  public InvalidSettingException(String message) {
    super(OneLine.of(message));
  }

  /**
   * Makes an exception with the failure underneath.
   *
   * @param message input, rule, remedy; line breaks and control characters, which the input may
   *     have, become spaces
   * @param cause what was thrown by the library that read the input
   */
  public InvalidSettingException(String message, Throwable cause) {
    super(OneLine.of(message), cause);
  }
}
