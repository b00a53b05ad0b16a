package dev.tlsbench.core.tls.trust;

import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.Certificate;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.X509Certificate;
import java.security.interfaces.DSAKey;
import java.security.interfaces.RSAKey;
import java.security.spec.PSSParameterSpec;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Refuses weak certificates that a JVM accepts by default from authorities other than its own:
 * signatures by SHA-1 or MD5, which can be forged (RFC 9155), everything of DSA, which is gone from
 * TLS, and RSA keys under 2048 bits (NIST SP 800-131A).
 *
 * <p>The trust anchor itself is exempt: its signature proves nothing.
 */
final class CertificateStrength extends PKIXCertPathChecker {
  private static final int RSA_BITS = 2048;
  private static final Pattern FORGEABLE = Pattern.compile("(?i)SHA-?1(?!\\d)|MD[25]");
  private static final Pattern DSA = Pattern.compile("(?i).*withDSA");

  /** The usual ones, which need no closer look. */
  private static final Set<String> CURRENT =
      Set.of(
          "SHA256withRSA", "SHA384withRSA", "SHA512withRSA", "SHA256withECDSA", "SHA384withECDSA");

  @Override
  public void check(Certificate certificate, Collection<String> unresolvedCriticalExtensions)
      throws CertPathValidatorException {
    String weakness = weakness((X509Certificate) certificate);
    if (weakness != null) {
      throw new CertPathValidatorException(
          weakness, null, null, -1, BasicReason.ALGORITHM_CONSTRAINED);
    }
  }

  static boolean allStrong(X509Certificate... certificates) {
    return Stream.of(certificates).allMatch(certificate -> weakness(certificate) == null);
  }

  /** Returns a certificate's weakness, as the end of a sentence; {@code null} if there is none. */
  static @Nullable String weakness(X509Certificate certificate) {
    String algorithm = certificate.getSigAlgName();
    if (!CURRENT.contains(algorithm)) {
      algorithm = signature(certificate);
      if (FORGEABLE.matcher(algorithm).lookingAt()) {
        return "is signed with " + algorithm + ", which can be forged";
      }
      if (DSA.matcher(algorithm).matches()) {
        return "is signed with " + algorithm + ", which TLS 1.3 does not have";
      }
    }
    PublicKey key = certificate.getPublicKey();
    if (key instanceof DSAKey) {
      return "has a DSA key, which TLS 1.3 does not have";
    }
    return key instanceof RSAKey rsa && rsa.getModulus().bitLength() < RSA_BITS
        ? "has an RSA key of " + rsa.getModulus().bitLength() + " bits, under " + RSA_BITS
        : null;
  }

  /**
   * Returns the signature algorithm with its hash, which the name of RSASSA-PSS omits: it is a
   * parameter there, SHA-1 by default (RFC 4055, section 3.1).
   */
  private static String signature(X509Certificate certificate) {
    String name = certificate.getSigAlgName();
    if (!name.equals("RSASSA-PSS")) {
      return name;
    }
    byte[] encoded = certificate.getSigAlgParams();
    if (encoded == null) {
      return "SHA-1 with " + name;
    }
    try {
      AlgorithmParameters parameters = AlgorithmParameters.getInstance(name);
      parameters.init(encoded);
      return parameters.getParameterSpec(PSSParameterSpec.class).getDigestAlgorithm()
          + " with "
          + name;
    } catch (GeneralSecurityException | IOException e) {
      // The signature cannot be verified either, which is reported elsewhere.
      return name;
    }
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

  @Override
  public Set<String> getSupportedExtensions() {
    return Set.of();
  }
}
