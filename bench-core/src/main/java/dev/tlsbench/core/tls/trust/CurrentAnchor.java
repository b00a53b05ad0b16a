package dev.tlsbench.core.tls.trust;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;

/**
 * Refuses a chain whose trust anchor has expired or is not valid yet, as OpenSSL does. PKIX leaves
 * this to the implementation (RFC 5280, section 6.1.1, uses only the name and key of an anchor),
 * and the JDK accepts it. Of several anchors with one name and key, one valid anchor is enough.
 */
final class CurrentAnchor extends ChainCheck {
  /** By subject, since a JVM trusts more than a hundred. */
  private final Map<X500Principal, List<X509Certificate>> anchors;

  private boolean first;

  CurrentAnchor(X509Certificate[] anchors) {
    this.anchors =
        Arrays.stream(anchors)
            .collect(Collectors.groupingBy(X509Certificate::getSubjectX500Principal));
  }

  private List<X509Certificate> named(X500Principal subject) {
    return anchors.getOrDefault(subject, List.of());
  }

  @Override
  void begin() {
    first = true;
  }

  @Override
  void examine(X509Certificate certificate) throws CertPathValidatorException {
    if (!first) {
      return;
    }
    first = false;
    List<X509Certificate> issuers =
        issuersOf(certificate, named(certificate.getIssuerX500Principal()));
    if (!issuers.isEmpty() && issuers.stream().allMatch(issuer -> fault(issuer).isPresent())) {
      throw refusal(fault(issuers.get(0)).orElseThrow());
    }
  }

  /** Refuses an expired server certificate that is itself trusted, which PKIX does not validate. */
  void requireCurrentIfTrusted(X509Certificate server) throws ServerRefusedException {
    boolean trusted = named(server.getSubjectX500Principal()).contains(server);
    Optional<String> fault = trusted ? fault(server) : Optional.empty();
    if (fault.isPresent()) {
      throw new ServerRefusedException(fault.get());
    }
  }

  private static Optional<String> fault(X509Certificate anchor) {
    String subject = "the trusted certificate of " + anchor.getSubjectX500Principal();
    try {
      anchor.checkValidity();
      return Optional.empty();
    } catch (CertificateExpiredException e) {
      return Optional.of(
          "%s expired on %s; renew it on the server and in the CA file"
              .formatted(subject, anchor.getNotAfter().toInstant()));
    } catch (CertificateNotYetValidException e) {
      return Optional.of(
          "%s is not valid before %s; check the clocks of both sides"
              .formatted(subject, anchor.getNotBefore().toInstant()));
    }
  }
}
