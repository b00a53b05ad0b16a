package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Suite;
import org.jspecify.annotations.Nullable;

/**
 * The algorithms that protect the records of a suite, by their names in the JCE.
 *
 * @param cipher the transformation
 * @param key the algorithm of its key
 * @param keyBytes the length of its key
 * @param mac the algorithm that authenticates; {@code null} where the cipher does so itself
 * @param macBytes the length of its key and of its output, which are the same in TLS
 */
record RecordAlgorithms(
    String cipher, String key, int keyBytes, @Nullable String mac, int macBytes) {

  static RecordAlgorithms of(Suite suite) {
    return switch (suite) {
      case TLS13_AES128_GCM, TLS12_AES128_GCM -> aead("AES/GCM/NoPadding", "AES", 16);
      case TLS13_AES256_GCM, TLS12_AES256_GCM -> aead("AES/GCM/NoPadding", "AES", 32);
      case TLS13_CHACHA20, TLS12_CHACHA20 -> aead("ChaCha20-Poly1305", "ChaCha20", 32);
      case TLS12_AES128_CBC_SHA, TLS12_RSA_AES128_CBC_SHA ->
          new RecordAlgorithms("AES/CBC/NoPadding", "AES", 16, "HmacSHA1", 20);
      case TLS12_AES128_CBC_SHA256 ->
          new RecordAlgorithms("AES/CBC/NoPadding", "AES", 16, "HmacSHA256", 32);
      case TLS12_3DES_EDE_CBC_SHA ->
          new RecordAlgorithms("DESede/CBC/NoPadding", "DESede", 24, "HmacSHA1", 20);
      case TLS12_RC4_128_SHA -> new RecordAlgorithms("ARCFOUR", "ARCFOUR", 16, "HmacSHA1", 20);
    };
  }

  private static RecordAlgorithms aead(String cipher, String key, int keyBytes) {
    return new RecordAlgorithms(cipher, key, keyBytes, null, 0);
  }

  boolean isGcm() {
    return cipher.contains("/GCM/");
  }

  boolean isCbc() {
    return cipher.contains("/CBC/");
  }
}
