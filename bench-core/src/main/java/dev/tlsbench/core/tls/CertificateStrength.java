package dev.tlsbench.core.tls;

import java.security.PublicKey;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.Certificate;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what a JVM by default still accepts of an authority that is not its own, and what OpenSSL
 * as Debian ships it does not: signatures with SHA-1 or MD5 (RFC 8446, section 4.4.2.4; RFC 9155)
 * and RSA keys under 2048 bits (NIST SP 800-131A; CA/Browser Forum Baseline Requirements, section
 * 6.1.5). The trust anchor itself is exempt: its signature proves nothing.
 */
final class CertificateStrength extends PKIXCertPathChecker {
  private static final int RSA_BITS = 2048;
  private static final int EC_BITS = 224;

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
    String weakness = weakness((X509Certificate) certificate);
    if (weakness != null) {
      throw new CertPathValidatorException(
          weakness, null, null, -1, BasicReason.ALGORITHM_CONSTRAINED);
    }
  }

  /** What is weak about a certificate, as the end of a sentence; {@code null} if nothing is. */
  static @Nullable String weakness(X509Certificate certificate) {
    String algorithm = certificate.getSigAlgName().toUpperCase(Locale.ROOT);
    if (algorithm.startsWith("SHA1")
        || algorithm.startsWith("MD5")
        || algorithm.startsWith("MD2")) {
      return "is signed with " + certificate.getSigAlgName() + ", which can be forged";
    }
    PublicKey key = certificate.getPublicKey();
    if (key instanceof RSAKey rsa && rsa.getModulus().bitLength() < RSA_BITS) {
      return "has an RSA key of " + rsa.getModulus().bitLength() + " bits, under " + RSA_BITS;
    }
    if (key instanceof ECKey ec && ec.getParams().getOrder().bitLength() < EC_BITS) {
      return "has an EC key of "
          + ec.getParams().getOrder().bitLength()
          + " bits, under "
          + EC_BITS;
    }
    return null;
  }
}
