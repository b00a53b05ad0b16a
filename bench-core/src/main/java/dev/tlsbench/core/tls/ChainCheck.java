package dev.tlsbench.core.tls;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.Certificate;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One more rule for each certificate of a chain but the trust anchor, on its own, in the order in
 * which PKIX validates them: from the authority's to the server's.
 */
abstract class ChainCheck extends PKIXCertPathChecker {
  /**
   * Holds a certificate against the rule.
   *
   * @throws CertPathValidatorException if it is refused, by {@link #refusal}
   */
  abstract void examine(X509Certificate certificate) throws CertPathValidatorException;

  /** A refusal for a reason, in words for people. */
  static CertPathValidatorException refusal(String words, BasicReason reason) {
    return new CertPathValidatorException(words, null, null, -1, reason);
  }

  @Override
  public final void check(Certificate certificate, Collection<String> unresolvedCriticalExtensions)
      throws CertPathValidatorException {
    examine((X509Certificate) certificate);
  }

  @Override
  public final void init(boolean forward) throws CertPathValidatorException {
    if (forward) {
      throw new CertPathValidatorException("forward checking is not supported");
    }
  }

  @Override
  public final boolean isForwardCheckingSupported() {
    return false;
  }

  @SuppressWarnings("ReturnsNullCollection") // the superclass has it so
  @Override
  public final @Nullable Set<String> getSupportedExtensions() {
    return null;
  }
}
