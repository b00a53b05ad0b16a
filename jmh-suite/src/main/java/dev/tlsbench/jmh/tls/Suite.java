package dev.tlsbench.jmh.tls;

import dev.tlsbench.embedded.KeyType;
import java.util.Locale;

/** The cipher suites of messages, each under one protocol version. */
public enum Suite {
  TLS13_AES128_GCM("TLS_AES_128_GCM_SHA256"),
  TLS13_AES256_GCM("TLS_AES_256_GCM_SHA384"),
  TLS13_CHACHA20("TLS_CHACHA20_POLY1305_SHA256"),
  TLS12_AES128_GCM("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
  TLS12_AES256_GCM("TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"),
  TLS12_CHACHA20("TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"),
  TLS12_AES128_CBC_SHA("TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"),
  TLS12_AES128_CBC_SHA256("TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"),
  /** As {@link #TLS12_AES128_CBC_SHA}, but the server's RSA key transports the secret. */
  TLS12_RSA_AES128_CBC_SHA("TLS_RSA_WITH_AES_128_CBC_SHA"),
  TLS12_3DES_EDE_CBC_SHA("TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA"),
  /** Prohibited by RFC 7465. */
  TLS12_RC4_128_SHA("TLS_ECDHE_ECDSA_WITH_RC4_128_SHA");

  private final String cipherSuite;

  Suite(String cipherSuite) {
    this.cipherSuite = cipherSuite;
  }

  /**
   * Finds a suite by its name on the command line, such as {@code tls13-aes128-gcm}.
   *
   * @throws IllegalArgumentException if there is no suite of that name
   */
  public static Suite of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns the name on the command line and in reports. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the protocol version, as the JDK spells it. */
  public String protocol() {
    return name().startsWith("TLS13") ? "TLSv1.3" : "TLSv1.2";
  }

  /** Returns true for CBC, Triple DES and RC4, which clients and servers have begun to refuse. */
  public boolean isLegacy() {
    return !name().endsWith("_GCM") && !name().endsWith("_CHACHA20");
  }

  /**
   * Returns the type of key that a server needs for this suite; if any type works, the one with the
   * cheapest handshake.
   */
  public KeyType keyType() {
    return this == TLS12_RSA_AES128_CBC_SHA ? KeyType.RSA_2048 : KeyType.P_256;
  }

  /**
   * Returns the IANA name of the suite for a server with a certain key. Ed25519 has the suites of
   * ECDSA (RFC 8422, section 5.10).
   */
  public String cipherSuite(KeyType key) {
    boolean rsa = key == KeyType.RSA_2048 || key == KeyType.RSA_3072;
    return rsa ? cipherSuite.replace("ECDHE_ECDSA", "ECDHE_RSA") : cipherSuite;
  }
}
