package dev.tlsbench.core.tls.trust;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The client's certificate and key, if it has any.
 *
 * @param certificateFile the certificate, followed by the intermediate ones: PEM, PKCS#12 or JKS
 * @param keyFile the same file as the certificate's if it holds both
 * @param keyPassword of the key or its store; secret
 * @param ofJvm whether {@code javax.net.ssl.keyStore} names the file, and no option
 * @param mustBeSent whether a connection fails unless the server asks for the certificate
 */
public record Identity(
    Optional<Path> certificateFile,
    Optional<Path> keyFile,
    Optional<String> keyPassword,
    boolean ofJvm,
    boolean mustBeSent) {

  /** Omits the password. */
  @Override
  public String toString() {
    return "Identity[" + certificateFile.map(Path::toString).orElse("none") + "]";
  }
}
