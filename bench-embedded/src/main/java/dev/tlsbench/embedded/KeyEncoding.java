package dev.tlsbench.embedded;

/** The form in which a private key stands in a PEM file. */
public enum KeyEncoding {
  /** {@code BEGIN PRIVATE KEY} (RFC 5958), the same for every {@link KeyType}. */
  PKCS8,
  /**
   * The older form that belongs to one algorithm: {@code BEGIN RSA PRIVATE KEY} (PKCS#1, RFC 8017)
   * or {@code BEGIN EC PRIVATE KEY} (SEC 1, RFC 5915). There is none for Ed25519.
   */
  TRADITIONAL
}
