package dev.tlsbench.embedded;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tlsbench.core.tls.TlsSettings;

/** What a client checks of the certificate that a server shows. */
enum Verification {
  FULL(false, false),
  HOST_NAME_OFF(true, false),
  CHAIN_OFF(false, true),
  BOTH_OFF(true, true);

  private final boolean anyName;
  private final boolean anyChain;

  Verification(boolean anyName, boolean anyChain) {
    this.anyName = anyName;
    this.anyChain = anyChain;
  }

  /** Sets this kind, whatever was set before. */
  @CanIgnoreReturnValue
  TlsSettings.Builder of(TlsSettings.Builder settings) {
    return settings.allowInvalidHostnames(anyName).allowInvalidCertificates(anyChain);
  }

  boolean checksName() {
    return !anyName;
  }

  boolean checksChain() {
    return !anyChain;
  }
}
