package dev.tlsbench.core.tls;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;

/**
 * Refuses every certificate of a chain that stands on one of the lists that the user gave, an
 * authority's too. The JDK demands a list of each authority in the chain if it is to check more
 * than the server's own certificate, and users have the one of their own.
 */
final class ListedCertificates extends ChainCheck {
  private final List<X509CRL> lists;

  ListedCertificates(Collection<X509CRL> lists) {
    this.lists = List.copyOf(lists);
  }

  @Override
  void examine(X509Certificate certificate) throws CertPathValidatorException {
    for (X509CRL list : lists) {
      if (list.getIssuerX500Principal().equals(certificate.getIssuerX500Principal())
          && list.isRevoked(certificate)) {
        throw refusal("revoked", BasicReason.REVOKED);
      }
    }
  }
}
