package dev.tlsbench.embedded;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The key of a certificate: its algorithm and size.
 *
 * <p>Creating an elliptic-curve key takes about a millisecond; an RSA key takes some hundred, since
 * it needs two large primes.
 */
public enum KeyType {
  /** RSA with 2048 bits: about 112 bits of security, the most that many old clients support. */
  RSA_2048("RSA", 2048, "SHA256withRSA"),
  /** RSA with 3072 bits: about 128 bits of security, as much as {@link #P_256}. */
  RSA_3072("RSA", 3072, "SHA256withRSA"),
  /** ECDSA on NIST's curve P-256, which every TLS implementation supports. */
  P_256("EC", 256, "SHA256withECDSA"),
  /** Ed25519 (RFC 8032), which not every TLS implementation accepts in a certificate. */
  ED25519("Ed25519", 255, "Ed25519");

  private final String algorithm;
  private final int bits;
  private final String signatureAlgorithm;

  KeyType(String algorithm, int bits, String signatureAlgorithm) {
    this.algorithm = algorithm;
    this.bits = bits;
    this.signatureAlgorithm = signatureAlgorithm;
  }

  KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK cannot make a key of type " + this, e);
    }
  }

  /**
   * Returns the type of a key.
   *
   * @param key a public key
   * @return empty if it is none of these
   */
  public static Optional<KeyType> of(PublicKey key) {
    int size =
        key instanceof RSAKey rsa
            ? rsa.getModulus().bitLength()
            : key instanceof ECKey ec
                ? ec.getParams().getCurve().getField().getFieldSize()
                : ED25519.bits;
    String name = key instanceof EdECKey ed ? ed.getParams().getName() : key.getAlgorithm();
    return Stream.of(values())
        .filter(type -> type.algorithm.equals(name) && type.bits == size)
        .findFirst();
  }

  /** Returns the JCA name of the algorithm by which a key of this type signs certificates. */
  String signatureAlgorithm() {
    return signatureAlgorithm;
  }
}
