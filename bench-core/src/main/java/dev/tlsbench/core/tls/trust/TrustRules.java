package dev.tlsbench.core.tls.trust;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings for verifying servers.
 *
 * @param caFile the trusted authorities; {@code null} for the JVM's
 * @param crlFiles certificate revocation lists; empty if revocation is not checked against lists
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
