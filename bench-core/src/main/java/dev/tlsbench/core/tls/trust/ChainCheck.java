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
 * An additional rule for each certificate of a chain except the trust anchor, in the order of PKIX
 * validation: from the authority's to the server's.
 */
abstract class ChainCheck extends PKIXCertPathChecker {
  /**
   * Checks a certificate by the rule.
   *
   * @throws CertPathValidatorException if it is refused, created by {@link #refusal}
   */
  abstract void examine(X509Certificate certificate) throws CertPathValidatorException;

  /** Begins a path and resets the state of an earlier one. */
  void begin() {}

  /** Creates a refusal with a message and a reason. */
  static CertPathValidatorException refusal(String words, BasicReason reason) {
    return new CertPathValidatorException(words, null, null, -1, reason);
  }

  /** Creates a refusal with a message and a reason of PKIX. */
  static CertPathValidatorException refusal(String words, PKIXReason reason) {
    return new CertPathValidatorException(words, null, null, -1, reason);
  }

  /** Creates a refusal whose message is reported unchanged: a sentence without its full stop. */
  static CertPathValidatorException refusal(String sentence) {
    return new CertPathValidatorException(sentence, null, null, -1, OwnRule.BROKEN);
  }

  /** Returns the authorities whose name and key signed a certificate. */
  static List<X509Certificate> issuersOf(
      X509Certificate issued, List<X509Certificate> authorities) {
    return authorities.stream().filter(authority -> isIssuer(authority, issued)).toList();
  }

  /** Returns whether one certificate has the name and the key that signed another. */
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

  /** The reason of refusals by rules outside of PKIX. */
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
