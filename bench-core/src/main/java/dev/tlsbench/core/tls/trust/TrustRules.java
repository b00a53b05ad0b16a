package dev.tlsbench.core.tls.trust;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings for verifying servers.
 *
 * @param caFile the trusted authorities: PEM, PKCS#12 or JKS; empty for the JVM's own
 * @param caFilePassword of that file if it is a store; secret
 * @param ofJvm whether {@code javax.net.ssl.trustStore} names the file, and no option
 * @param checksStapled whether OCSP responses are checked that the server staples
 * @param asksResponder whether an OCSP responder is asked where none is stapled
 */
public record TrustRules(
    Optional<Path> caFile,
    Optional<String> caFilePassword,
    boolean ofJvm,
    @Nullable Path crlFile,
    @Nullable Path crlDirectory,
    boolean allowInvalidCertificates,
    boolean allowInvalidHostnames,
    boolean checksStapled,
    boolean asksResponder) {

  /** Reads the file of the trusted authorities; empty for the JVM's own. */
  public Optional<List<X509Certificate>> authorities() {
    String option = ofJvm ? "javax.net.ssl.trustStore" : "tls.caFile";
    return caFile.map(file -> new CredentialFile(option, file).authorities(caFilePassword));
  }

  public List<Path> crlFiles() {
    return Stream.concat(
            Stream.ofNullable(crlFile),
            Stream.ofNullable(crlDirectory)
                .flatMap(path -> CredentialFile.revocationLists(path).stream()))
        .toList();
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return "TrustRules[" + caFile.map(Path::toString).orElse("JVM") + "]";
  }
}
