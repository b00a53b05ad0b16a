package dev.tlsbench.core.tls.trust;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings for verifying servers.
 *
 * @param caFile the trusted authorities; {@code null} for the JVM's
 * @param caFilePassword the password of a CA file that is a key store
 * @param crlFiles certificate revocation lists; empty if revocation is not checked against lists
 * @param allowInvalidCertificates whether any chain is accepted
 * @param allowInvalidHostnames whether a certificate for another host is accepted
 * @param checksStapled whether OCSP responses that the server staples are checked
 * @param asksResponder whether an OCSP responder is asked if the server staples no response
 * @param handshakeTimeout the time limit of a handshake
 */
public record TrustRules(
    @Nullable Path caFile,
    @Nullable String caFilePassword,
    List<Path> crlFiles,
    boolean allowInvalidCertificates,
    boolean allowInvalidHostnames,
    boolean checksStapled,
    boolean asksResponder,
    Duration handshakeTimeout) {

  /** Omits the password. */
  @Override
  public String toString() {
    return "TrustRules[" + caFile + "]";
  }
}
