package dev.tlsbench.core.url;

import dev.tlsbench.core.tls.TlsSettings;

/** The meaning of a dialect's word for the mode, such as {@code sslmode=verify-ca}. */
public enum TlsMode {
  /** Plain text. */
  DISABLED,
  /** TLS with any server. */
  REQUIRED,
  /** TLS with a server whose certificate is trusted. */
  VERIFY_CA,
  /** TLS with a server whose certificate is trusted and bears its name. */
  VERIFY_FULL;

  public void apply(TlsSettings.Builder to) {
    to.enabled(this != DISABLED)
        .allowInvalidCertificates(this == REQUIRED)
        .allowInvalidHostnames(this == REQUIRED || this == VERIFY_CA);
  }
}
