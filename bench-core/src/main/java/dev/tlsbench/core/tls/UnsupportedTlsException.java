package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;

/**
 * A TLS implementation does not offer what the settings ask for: it lacks it, or the JVM's own
 * settings forbid it. All files of the settings may be in order.
 */
public final class UnsupportedTlsException extends InvalidSettingException {
  private static final long serialVersionUID = 1L;

  UnsupportedTlsException(String message) {
    super(message);
  }
}
