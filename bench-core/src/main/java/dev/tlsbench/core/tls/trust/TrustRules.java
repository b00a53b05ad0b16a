package dev.tlsbench.core.tls.trust;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings by which a client judges servers.
 *
 * @param caFile the authorities that it trusts; {@code null} for those of the JVM
 * @param caFilePassword opens a CA file that is a key store
 * @param crlFile certificate revocation lists
 * @param allowInvalidCertificates whether any chain is accepted
 * @param allowInvalidHostnames whether a certificate for another host is accepted
 * @param checksStapled whether OCSP responses that the server staples are checked
 * @param asksResponder whether an OCSP responder is asked if the server staples no response
 * @param handshakeTimeout how long a handshake may take
 */
public record TrustRules(
    @Nullable Path caFile,
    @Nullable String caFilePassword,
    @Nullable Path crlFile,
    boolean allowInvalidCertificates,
    boolean allowInvalidHostnames,
    boolean checksStapled,
    boolean asksResponder,
    Duration handshakeTimeout) {

  /** Shows no password. */
  @Override
  public String toString() {
    return "TrustRules[" + caFile + "]";
  }
}
