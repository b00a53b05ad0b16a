package dev.tlsbench.embedded;

import dev.tlsbench.core.tls.TlsSettings;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/** A client's checks of a server's certificate. */
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
  TlsSettings.Builder of(TlsSettings.Builder settings) {
    return settings.allowInvalidHostnames(anyName).allowInvalidCertificates(anyChain);
  }

  /**
   * Returns full verification, and apart from it those that switch a check off: two selections of
   * cells then have every flaw refused under every provider, and every check switched off for it.
   */
  static Stream<Set<Verification>> fullAndRelaxed() {
    return Stream.of(EnumSet.of(FULL), EnumSet.complementOf(EnumSet.of(FULL)));
  }

  boolean checksName() {
    return !anyName;
  }

  boolean checksChain() {
    return !anyChain;
  }
}
