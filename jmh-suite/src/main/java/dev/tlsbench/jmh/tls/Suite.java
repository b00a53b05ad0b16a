package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.KeyType;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A cipher suite under one protocol version: what a record is protected with. */
public enum Suite {
  /** AES-128 in Galois/Counter mode, TLS 1.3. */
  TLS13_AES128_GCM("tls13-aes128-gcm", "TLS_AES_128_GCM_SHA256"),
  /** AES-256 in Galois/Counter mode, TLS 1.3. */
  TLS13_AES256_GCM("tls13-aes256-gcm", "TLS_AES_256_GCM_SHA384"),
  /** ChaCha20 with Poly1305, TLS 1.3. */
  TLS13_CHACHA20("tls13-chacha20", "TLS_CHACHA20_POLY1305_SHA256"),
  /** AES-128 in Galois/Counter mode, TLS 1.2. */
  TLS12_AES128_GCM("tls12-aes128-gcm", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
  /** AES-256 in Galois/Counter mode, TLS 1.2. */
  TLS12_AES256_GCM("tls12-aes256-gcm", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"),
  /** ChaCha20 with Poly1305, TLS 1.2 (RFC 7905). */
  TLS12_CHACHA20("tls12-chacha20", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"),
  /** Legacy: AES-128 in CBC mode after HMAC-SHA-1. */
  TLS12_AES128_CBC_SHA("tls12-aes128-cbc-sha", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"),
  /** Legacy: AES-128 in CBC mode after HMAC-SHA-256. */
  TLS12_AES128_CBC_SHA256("tls12-aes128-cbc-sha256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"),
  /** Legacy: as {@link #TLS12_AES128_CBC_SHA}, but the server's RSA key transports the secret. */
  TLS12_RSA_AES128_CBC_SHA("tls12-rsa-aes128-cbc-sha", "TLS_RSA_WITH_AES_128_CBC_SHA"),
  /** Legacy: Triple DES in CBC mode after HMAC-SHA-1. */
  TLS12_3DES_EDE_CBC_SHA("tls12-3des-ede-cbc-sha", "TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA"),
  /** Legacy, and prohibited by RFC 7465: RC4 with HMAC-SHA-1. */
  TLS12_RC4_128_SHA("tls12-rc4-128-sha", "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA");

  private final String id;
  private final String cipherSuite;

  Suite(String id, String cipherSuite) {
    this.id = id;
    this.cipherSuite = cipherSuite;
  }

  /**
   * Finds a suite by its name on the command line.
   *
   * @param id such as {@code tls13-aes128-gcm}
   * @throws InvalidSettingException if there is none of that name; the message has the choices
   */
  public static Suite of(String id) {
    return Arrays.stream(values())
        .filter(suite -> suite.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "suite: there is no suite '"
                        + id
                        + "'; choose one of "
                        + Arrays.stream(values())
                            .map(Suite::id)
                            .collect(Collectors.joining(", "))));
  }

  /**
   * The name on the command line and in reports.
   *
   * @return such as {@code tls13-aes128-gcm}
   */
  public String id() {
    return id;
  }

  /** The protocol version, as the JDK spells it. */
  public String protocol() {
    return isTls13() ? "TLSv1.3" : "TLSv1.2";
  }

  /** Returns whether the suite belongs to TLS 1.3, where it says nothing of keys. */
  public boolean isTls13() {
    return id.startsWith("tls13-");
  }

  /**
   * Returns whether clients and servers have begun to refuse the suite: CBC, Triple DES and RC4.
   */
  public boolean isLegacy() {
    return !id.endsWith("-gcm") && !id.endsWith("-chacha20");
  }

  /**
   * Returns whether each record is sealed by one primitive (RFC 5116), not by a cipher and a MAC.
   */
  public boolean isAead() {
    return !isLegacy();
  }

  /**
   * The key that a server needs for this suite, where any will do the one with the cheapest
   * handshake.
   */
  public KeyType keyType() {
    return this == TLS12_RSA_AES128_CBC_SHA ? KeyType.RSA_2048 : KeyType.P_256;
  }

  /**
   * The IANA name of the suite for a server with the key of {@link #keyType}.
   *
   * @return such as {@code TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}
   */
  public String cipherSuite() {
    return cipherSuite;
  }

  /**
   * The IANA name of the suite for a server with a certain key. Ed25519 goes under the name of
   * ECDSA (RFC 8422, section 5.10).
   *
   * @return such as {@code TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}
   */
  public String cipherSuite(KeyType key) {
    boolean rsa = key == KeyType.RSA_2048 || key == KeyType.RSA_3072;
    return rsa ? cipherSuite.replace("ECDHE_ECDSA", "ECDHE_RSA") : cipherSuite;
  }
}
