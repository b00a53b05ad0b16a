package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;

/**
 * Thrown if a TLS implementation does not offer a setting: it lacks support, or the JVM's own
 * settings forbid it. The files of the settings may all be valid.
 */
public final class UnsupportedTlsException extends InvalidSettingException {
  private static final long serialVersionUID = 1L;

  UnsupportedTlsException(String message) {
    super(message);
  }
}
