package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.text.Causes;
import java.nio.file.Path;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateRevokedException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the client refuses the server's certificate; the message gives the reason in plain
 * words.
 */
public final class ServerRefusedException extends CertificateException {
  static final String MAY_NOT_SIGN =
      "the server's certificate may not be used for digital signatures (key usage), without which"
          + " there is no handshake; the server needs another one";

  /**
   * SunJSSE's limits: {@code jdk.tls.maxCertificateChainLength}, and the size of a handshake
   * message.
   */
  public static final int MOST_CERTIFICATES = 10;

  static final int MOST_BYTES = 32_768;

  static final String TOO_MANY =
      "the server sent more than "
          + MOST_CERTIFICATES
          + " certificates, the most that are accepted; it needs to send its"
          + " own and the intermediate ones alone";

  static final String TOO_LONG =
      "the server sent a TLS handshake message of more than "
          + String.format(Locale.ROOT, "%,d", MOST_BYTES)
          + " bytes, the most that are"
          + " accepted; it needs to send fewer or smaller certificates";

  static final String UNREADABLE =
      "the server's certificate, or one that came with it, cannot be read; check the server's"
          + " certificate file, and what stands in between";

  /** OpenSSL accepts it. */
  static final String NO_SUBJECT =
      "the server's certificate, or one that came with it, has no subject, and alternative names that"
          + " are missing or not marked critical (RFC 5280, section 4.2.1.6); the server needs another"
          + " one";

  static final String NO_ISSUER =
      "the server's certificate, or one that came with it, does not name its issuer (RFC 5280, section"
          + " 4.1.2.4); the server needs another one";

  static final String EXTENSION_TWICE =
      "the server's certificate, or one that came with it, has an extension twice (RFC 5280, section"
          + " 4.2, forbids it); the server needs another one";

  /** BoringSSL reads the key with the certificate, before its size can be checked. */
  static final String UNUSABLE_KEY =
      "the server's certificate has a key that this TLS implementation cannot use, such as an EC key"
          + " of a size under 224 bits; the server needs another one, or choose another"
          + " implementation (tls.provider)";

  private static final long serialVersionUID = 1L;

  ServerRefusedException(String message) {
    super(message);
  }

  ServerRefusedException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Returns the reason why a certificate was refused; empty if the certificate is not the cause.
   */
  public static Optional<String> reason(Throwable failure) {
    return Causes.find(failure, ServerRefusedException.class).map(Throwable::getMessage);
  }

  /** Describes the refusal of a server's chain by a client that connects to this name. */
  static String explain(
      Exception failure,
      X509Certificate[] chain,
      @Nullable String host,
      TrustRules rules,
      TrustAnchors anchors) {
    Optional<String> told =
        Causes.find(failure, CertPathValidatorException.class)
            .filter(e -> e.getReason() == ChainCheck.OwnRule.BROKEN)
            .map(Throwable::getMessage);
    if (told.isPresent()) {
      return told.get();
    }
    String subject = chain[0].getSubjectX500Principal().toString();
    if (isRevoked(failure)) {
      return "the certificate of "
          + revoked(failure, chain[0]).getSubjectX500Principal()
          + " was revoked by its issuer; the server needs another one";
    }
    if (!rules.crlFiles().isEmpty() && isUndetermined(failure)) {
      return "it is unknown whether the certificate of %s was revoked: no current list of %s in %s (tls.crlFile); fetch one"
          .formatted(
              subject,
              chain[0].getIssuerX500Principal(),
              rules.crlFiles().stream().map(Path::toString).collect(Collectors.joining(", ")));
    }
    String message = String.valueOf(failure.getMessage());
    if (isOfHostName(message)) {
      return otherHost(chain[0], host);
    }
    if (message.startsWith("Illegal given domain name")) {
      return host
          + " is not a host name that a certificate can be checked against: it has characters other"
          + " than letters, digits and hyphens (RFC 1123, section 2.1); connect by another name, or"
          + " allow any certificate's name (tls.allowInvalidHostnames)";
    }
    return new ChainDiagnosis(chain, anchors)
        .reason()
        .orElseGet(() -> noPath(failure, chain, rules, message));
  }

  private static String otherHost(X509Certificate server, @Nullable String host) {
    try {
      return ("the certificate is for %s, not for %s; connect by one of its names, or allow it"
              + " (tls.allowInvalidHostnames)")
          .formatted(HostNames.of(server), host);
    } catch (ServerRefusedException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static boolean isOfHostName(String message) {
    return message.startsWith("No subject alternative")
        || message.startsWith("No name matching")
        || message.startsWith(HostNames.NO_NAME);
  }

  private static String noPath(
      Exception failure, X509Certificate[] chain, TrustRules rules, String message) {
    String subject = chain[0].getSubjectX500Principal().toString();
    if (message.contains("unable to find valid certification path")
        || message.contains("Path does not chain with any of the trust anchors")) {
      return "no trusted authority issued the certificate of "
          + subject
          + issuer(chain[chain.length - 1])
          + (rules.caFile().isEmpty()
              ? "name that authority's certificate with tls.caFile"
              : "that authority is not in "
                  + rules.caFile().get()
                  + ", and the server sends no certificate that leads to one in it");
    }
    return "the certificate of "
        + subject
        + " is not acceptable: "
        + Causes.find(failure, CertPathValidatorException.class)
            .map(Throwable::getMessage)
            .orElse(message);
  }

  private static String issuer(X509Certificate last) {
    return last.getSubjectX500Principal().equals(last.getIssuerX500Principal())
        ? " (" + last.getIssuerX500Principal() + " signed itself); "
        : " (its issuer is " + last.getIssuerX500Principal() + "); ";
  }

  private static boolean isRevoked(Exception failure) {
    return Causes.find(failure, CertificateRevokedException.class).isPresent()
        || Causes.find(failure, CertPathValidatorException.class)
            .filter(e -> e.getReason() == BasicReason.REVOKED)
            .isPresent();
  }

  /** Returns the revoked certificate: the server's own, unless the failure names another. */
  private static X509Certificate revoked(Exception failure, X509Certificate server) {
    return Causes.find(failure, CertPathValidatorException.class)
        .filter(e -> e.getCertPath() != null && e.getIndex() >= 0)
        .map(e -> (X509Certificate) e.getCertPath().getCertificates().get(e.getIndex()))
        .orElse(server);
  }

  private static boolean isUndetermined(Exception failure) {
    return Causes.find(failure, CertPathValidatorException.class)
        .filter(e -> e.getReason() == BasicReason.UNDETERMINED_REVOCATION_STATUS)
        .isPresent();
  }
}
