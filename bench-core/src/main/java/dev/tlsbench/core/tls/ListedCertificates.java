package dev.tlsbench.core.tls;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.Certificate;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses every certificate of a chain that stands on one of the lists that the user gave, an
 * authority's too. The JDK demands a list of each authority in the chain if it is to check more
 * than the server's own certificate, and users have the one of their own.
 */
final class ListedCertificates extends PKIXCertPathChecker {
  private final List<X509CRL> lists;

  ListedCertificates(Collection<X509CRL> lists) {
    this.lists = List.copyOf(lists);
  }

  @Override
  public void init(boolean forward) throws CertPathValidatorException {
    if (forward) {
      throw new CertPathValidatorException("forward checking is not supported");
    }
  }

  @Override
  public boolean isForwardCheckingSupported() {
    return false;
  }

  @SuppressWarnings("ReturnsNullCollection") // the superclass has it so
  @Override
  public @Nullable Set<String> getSupportedExtensions() {
    return null;
  }

  @Override
  public void check(Certificate certificate, Collection<String> unresolvedCriticalExtensions)
      throws CertPathValidatorException {
    X509Certificate checked = (X509Certificate) certificate;
    for (X509CRL list : lists) {
      if (list.getIssuerX500Principal().equals(checked.getIssuerX500Principal())
          && list.isRevoked(checked)) {
        throw new CertPathValidatorException("revoked", null, null, -1, BasicReason.REVOKED);
      }
    }
  }
}
