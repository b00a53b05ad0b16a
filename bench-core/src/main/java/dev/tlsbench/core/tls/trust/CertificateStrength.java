package dev.tlsbench.core.tls.trust;

import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.X509Certificate;
import java.security.interfaces.DSAKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.PSSParameterSpec;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Refuses weak certificates by one list for every provider: those that a JVM accepts by default
 * from authorities other than its own, but that OpenSSL as configured in Debian refuses.
 *
 * <ul>
 *   <li>Signatures are those that TLS 1.3 has (RFC 8446, section 4.2.3): RSA, RSASSA-PSS and ECDSA
 *       with SHA-256, SHA-384 or SHA-512, and EdDSA. SHA-1 and MD5 can be forged (RFC 9155), and
 *       DSA is gone from TLS.
 *   <li>RSA keys have 2048 bits or more (NIST SP 800-131A; CA/Browser Forum Baseline Requirements,
 *       section 6.1.5), EC keys 224.
 * </ul>
 *
 * <p>The trust anchor itself is exempt: its signature proves nothing.
 */
final class CertificateStrength extends ChainCheck {
  private static final int RSA_BITS = 2048;
  private static final int EC_BITS = 224;

  /** RFC 4055, section 3.1. */
  private static final String RSASSA_PSS = "1.2.840.113549.1.1.10";

  private static final Pattern FORGEABLE = Pattern.compile("(?i)SHA-?1(?!\\d)|MD[25]");

  private static final Pattern CURRENT =
      Pattern.compile(
          "(?i)SHA(?:256|384|512)with(?:RSA|ECDSA)|SHA-(?:256|384|512) with RSASSA-PSS"
              + "|Ed25519|Ed448|EdDSA");

  @Override
  void examine(X509Certificate certificate) throws CertPathValidatorException {
    String weakness = weakness(certificate);
    if (weakness != null) {
      throw refusal(weakness, BasicReason.ALGORITHM_CONSTRAINED);
    }
  }

  /** Returns a certificate's weakness, as the end of a sentence; {@code null} if there is none. */
  static @Nullable String weakness(X509Certificate certificate) {
    String algorithm = signature(certificate);
    if (FORGEABLE.matcher(algorithm).lookingAt()) {
      return "is signed with " + algorithm + ", which can be forged";
    }
    if (!CURRENT.matcher(algorithm).matches()) {
      return "is signed with " + algorithm + ", which TLS 1.3 does not have";
    }
    PublicKey key = certificate.getPublicKey();
    if (key instanceof DSAKey) {
      return "has a DSA key, which TLS 1.3 does not have";
    }
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

  /**
   * Returns the signature algorithm with its hash, which the name of RSASSA-PSS omits: it is a
   * parameter there, SHA-1 by default (RFC 4055, section 3.1).
   */
  private static String signature(X509Certificate certificate) {
    String name = certificate.getSigAlgName();
    if (!certificate.getSigAlgOID().equals(RSASSA_PSS)) {
      return name;
    }
    byte[] encoded = certificate.getSigAlgParams();
    if (encoded == null) {
      return "SHA-1 with " + name;
    }
    try {
      AlgorithmParameters parameters = AlgorithmParameters.getInstance("RSASSA-PSS");
      parameters.init(encoded);
      return parameters.getParameterSpec(PSSParameterSpec.class).getDigestAlgorithm()
          + " with "
          + name;
    } catch (GeneralSecurityException | IOException e) {
      // The signature cannot be verified either, which is reported elsewhere.
      return name;
    }
  }
}
