package dev.tlsbench.core.tls.trust;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses every certificate of a chain, including an authority's, that is on one of the user's
 * revocation lists, and lists of an authority that may not sign them (RFC 5280, section 6.3.3, step
 * f).
 *
 * <p>The JDK demands a list from each authority in the chain in order to check more than the
 * server's own certificate, and users often have only their own authority's list. It does not check
 * that a trust anchor may sign lists.
 */
final class ListedCertificates extends ChainCheck {
  /** RFC 5280, section 4.2.1.3: the seventh bit. */
  private static final int CRL_SIGN = 6;

  private final List<X509CRL> lists;
  private final List<X509Certificate> anchors;
  private @Nullable X509Certificate above;

  ListedCertificates(Collection<X509CRL> lists, X509Certificate[] anchors) {
    this.lists = List.copyOf(lists);
    this.anchors = List.of(anchors);
  }

  @Override
  void begin() {
    above = null;
  }

  @Override
  void examine(X509Certificate certificate) throws CertPathValidatorException {
    List<X509Certificate> issuers =
        above == null ? issuersOf(certificate, anchors) : List.of(above);
    above = certificate;
    for (X509CRL list : lists) {
      if (list.getIssuerX500Principal().equals(certificate.getIssuerX500Principal())) {
        if (!issuers.isEmpty() && issuers.stream().noneMatch(ListedCertificates::maySignLists)) {
          throw refusal(
              "the revocation list of "
                  + list.getIssuerX500Principal()
                  + " cannot be used: the certificate of that authority does not let"
                  + " it sign revocation lists (key usage without cRLSign); the authority needs"
                  + " another one");
        }
        if (list.isRevoked(certificate)) {
          throw refusal("revoked", BasicReason.REVOKED);
        }
      }
    }
  }

  private static boolean maySignLists(X509Certificate authority) {
    boolean[] usage = authority.getKeyUsage();
    return usage == null || usage[CRL_SIGN];
  }
}
