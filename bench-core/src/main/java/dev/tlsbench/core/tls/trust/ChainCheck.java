package dev.tlsbench.core.tls.trust;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.Certificate;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.PKIXReason;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One more rule for each certificate of a chain but the trust anchor, in the order in which PKIX
 * validates them: from the authority's to the server's.
 */
abstract class ChainCheck extends PKIXCertPathChecker {
  /**
   * Holds a certificate against the rule.
   *
   * @throws CertPathValidatorException if it is refused, by {@link #refusal}
   */
  abstract void examine(X509Certificate certificate) throws CertPathValidatorException;

  /** Begins a path: nothing of an earlier one counts any more. */
  void begin() {}

  /** A refusal for a reason, in words for people. */
  static CertPathValidatorException refusal(String words, BasicReason reason) {
    return new CertPathValidatorException(words, null, null, -1, reason);
  }

  /** A refusal by a rule of PKIX, in words for people. */
  static CertPathValidatorException refusal(String words, PKIXReason reason) {
    return new CertPathValidatorException(words, null, null, -1, reason);
  }

  /** A refusal whose message is reported as it is: a sentence without its end. */
  static CertPathValidatorException refusal(String sentence) {
    return new CertPathValidatorException(sentence, null, null, -1, OwnRule.BROKEN);
  }

  /** The authorities whose name and key signed a certificate. */
  static List<X509Certificate> issuersOf(
      X509Certificate issued, List<X509Certificate> authorities) {
    return authorities.stream().filter(authority -> isIssuer(authority, issued)).toList();
  }

  /** Returns whether one certificate has the name and the key by which another was signed. */
  static boolean isIssuer(X509Certificate issuer, X509Certificate issued) {
    if (!issuer.getSubjectX500Principal().equals(issued.getIssuerX500Principal())) {
      return false;
    }
    try {
      issued.verify(issuer.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** The reason of refusals by rules that PKIX does not have. */
  enum OwnRule implements CertPathValidatorException.Reason {
    BROKEN
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
    begin();
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
