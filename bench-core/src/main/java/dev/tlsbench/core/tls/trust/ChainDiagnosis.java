package dev.tlsbench.core.tls.trust;

import java.security.GeneralSecurityException;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertPathValidatorException.Reason;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXReason;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the certificate and the rule for which a chain was refused. If the JDK cannot build a path
 * from the server's certificates it reports only that; this class follows the issuers from the
 * server's certificate upwards and validates that one path (RFC 5280, section 6).
 *
 * <p>Of several certificates with the issuer's name it follows one whose key signed, and of these
 * one that is valid today.
 */
final class ChainDiagnosis {
  private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
  private static final String ANY_PURPOSE = "2.5.29.37.0";

  private final X509Certificate server;
  private final List<X509Certificate> path;
  private final List<X509Certificate> trusted;
  private final List<ChainCheck> rules;

  /** Follows the issuers in the server's chain, its own certificate first. */
  ChainDiagnosis(X509Certificate[] chain, TrustAnchors anchors) {
    this.server = chain[0];
    this.trusted = List.of(anchors.certificates());
    this.rules = anchors.rules();
    this.path = path(chain, trusted);
  }

  /**
   * Returns the path from the server's certificate to the last one before a trusted certificate.
   */
  private static List<X509Certificate> path(
      X509Certificate[] chain, List<X509Certificate> trusted) {
    List<X509Certificate> left = new ArrayList<>(List.of(chain));
    List<X509Certificate> path = new ArrayList<>();
    Optional<X509Certificate> next = Optional.of(chain[0]);
    while (next.isPresent() && !trusted.contains(next.get())) {
      X509Certificate current = next.get();
      path.add(current);
      left.remove(current);
      next =
          left.stream()
              .filter(
                  other -> other.getSubjectX500Principal().equals(current.getIssuerX500Principal()))
              .max(
                  Comparator.<X509Certificate, Boolean>comparing(
                          other -> ChainCheck.isIssuer(other, current))
                      .thenComparing(ChainDiagnosis::isValidToday));
    }
    return path;
  }

  private static boolean isValidToday(X509Certificate certificate) {
    try {
      certificate.checkValidity();
      return true;
    } catch (CertificateExpiredException | CertificateNotYetValidException e) {
      return false;
    }
  }

  /**
   * Returns the reason, as a sentence without its full stop; empty if the chain is valid, or if it
   * only lacks a trusted authority at its end.
   */
  Optional<String> reason() {
    Optional<String> ofPath = path.isEmpty() ? Optional.empty() : ofPath();
    return ofPath.isPresent() || !leadsToAnchor() ? ofPath : ofPurpose();
  }

  private boolean leadsToAnchor() {
    return path.isEmpty() || !namesakes(path.get(path.size() - 1)).isEmpty();
  }

  /** Returns the trusted authorities with the name of a certificate's issuer. */
  private List<X509Certificate> namesakes(X509Certificate certificate) {
    return trusted.stream()
        .filter(
            anchor -> anchor.getSubjectX500Principal().equals(certificate.getIssuerX500Principal()))
        .toList();
  }

  private Optional<String> ofPath() {
    X509Certificate last = path.get(path.size() - 1);
    List<X509Certificate> namesakes = namesakes(last);
    if (!namesakes.isEmpty() && ChainCheck.issuersOf(last, namesakes).isEmpty()) {
      return Optional.of(
          ("the certificate of %s was not signed by %s as it is known here; the CA file may hold an"
                  + " older authority of that name")
              .formatted(name(last), last.getIssuerX500Principal()));
    }
    try {
      NameConstraintCheck.validating(server, this::validate);
      return Optional.empty();
    } catch (CertPathValidatorException e) {
      int index = Math.max(0, Math.min(e.getIndex(), path.size() - 1));
      return words(path.get(index), index, e);
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    } catch (RuntimeException e) {
      return NameConstraintCheck.inapplicable(path, e);
    }
  }

  private void validate() throws GeneralSecurityException {
    CertPath certPath = CertificateFactory.getInstance("X.509").generateCertPath(path);
    CertPathValidator.getInstance("PKIX")
        .validate(certPath, TrustAnchors.parameters(trusted, rules));
  }

  private Optional<String> words(
      X509Certificate certificate, int index, CertPathValidatorException failure) {
    Reason reason = failure.getReason();
    String subject = "the certificate of " + name(certificate);
    if (reason == ChainCheck.OwnRule.BROKEN) {
      return Optional.ofNullable(failure.getMessage());
    }
    if (reason == BasicReason.EXPIRED) {
      return Optional.of(
          "%s expired on %s; renew it on the server"
              .formatted(subject, certificate.getNotAfter().toInstant()));
    }
    if (reason == BasicReason.NOT_YET_VALID) {
      return Optional.of(
          "%s is not valid before %s; check the clocks of both sides"
              .formatted(subject, certificate.getNotBefore().toInstant()));
    }
    if (reason == BasicReason.INVALID_SIGNATURE) {
      return Optional.of(
          "%s was not signed by %s as the server shows it; its chain is spoiled"
              .formatted(subject, certificate.getIssuerX500Principal()));
    }
    if (reason == BasicReason.ALGORITHM_CONSTRAINED) {
      return Optional.of(weakness(certificate, subject, failure));
    }
    return reason instanceof PKIXReason rule ? ofRule(certificate, index, rule) : Optional.empty();
  }

  private static String weakness(
      X509Certificate certificate, String subject, CertPathValidatorException failure) {
    String weakness = CertificateStrength.weakness(certificate);
    return weakness == null
        ? subject + " is too weak for this JVM's policy: " + failure.getMessage()
        : subject + " " + weakness + "; the server needs another one";
  }

  private Optional<String> ofRule(X509Certificate certificate, int index, PKIXReason rule) {
    String subject = "the certificate of " + name(certificate);
    String issuedBy = index > 0 ? ", which issued that of " + name(path.get(index - 1)) : "";
    return switch (rule) {
      case NOT_CA_CERT ->
          Optional.of(
              subject
                  + issuedBy
                  + ", is not that of an authority (basic constraints without CA)"
                  + "; the server's chain was not made by its authority");
      case PATH_TOO_LONG ->
          Optional.of(
              ("%s allows %s authorities below it (path length), and the chain has more; have the"
                      + " server's certificate issued higher up")
                  .formatted(subject, certificate.getBasicConstraints()));
      case INVALID_NAME ->
          Optional.of(
              subject
                  + " is for a name that an authority above it may not vouch for (name"
                  + " constraints); have it issued by another authority");
      case INVALID_KEY_USAGE ->
          Optional.of(
              subject
                  + issuedBy
                  + ", may not sign certificates (key usage)"
                  + "; the server's chain was not made by its authority");
      case UNRECOGNIZED_CRIT_EXT ->
          Optional.of(
              subject
                  + " has a critical extension that is not understood here ("
                  + unknownExtensions(certificate)
                  + "); the server needs a certificate without it");
      default -> Optional.empty();
    };
  }

  /**
   * Names the unknown extensions. RFC 5280 defines the standard ones, under the arc of certificate
   * extensions.
   */
  private static String unknownExtensions(X509Certificate certificate) {
    return Optional.ofNullable(certificate.getCriticalExtensionOIDs()).orElse(Set.of()).stream()
        .filter(oid -> !oid.startsWith("2.5.29."))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** Checks the purposes of the certificate (RFC 5280, section 4.2.1.12). */
  private Optional<String> ofPurpose() {
    try {
      List<String> purposes = server.getExtendedKeyUsage();
      return purposes == null || purposes.contains(SERVER_AUTH) || purposes.contains(ANY_PURPOSE)
          ? Optional.empty()
          : Optional.of(
              "the certificate of "
                  + name(server)
                  + " is not for TLS servers (extended key usage without serverAuth)"
                  + "; the server needs another one");
    } catch (CertificateParsingException e) {
      return Optional.of(
          "the certificate of " + name(server) + " has an extended key usage that cannot be read");
    }
  }

  private static String name(X509Certificate certificate) {
    return certificate.getSubjectX500Principal().toString();
  }
}
