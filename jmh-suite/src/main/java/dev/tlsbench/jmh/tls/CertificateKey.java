package dev.tlsbench.jmh.tls;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** The keys of a chain of certificates that Bouncy Castle makes and verifies. */
public enum CertificateKey {
  P_256("EC", 256, "SHA256withECDSA"),
  RSA_2048("RSA", 2048, "SHA256withRSA"),
  /** FIPS 204; Bouncy Castle offers it in TLS 1.3 only if it is asked for by name. */
  ML_DSA_65("ML-DSA-65", 0, "ML-DSA-65");

  static final BouncyCastleProvider CRYPTO = new BouncyCastleProvider();

  final String algorithm;
  final String signatureAlgorithm;
  private final int bits;

  CertificateKey(String algorithm, int bits, String signatureAlgorithm) {
    this.algorithm = algorithm;
    this.bits = bits;
    this.signatureAlgorithm = signatureAlgorithm;
  }

  KeyPair generate() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm, CRYPTO);
    if (bits > 0) {
      generator.initialize(bits);
    }
    return generator.generateKeyPair();
  }
}
