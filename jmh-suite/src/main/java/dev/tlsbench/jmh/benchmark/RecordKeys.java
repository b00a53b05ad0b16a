package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Suite;
import java.security.SecureRandom;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The keys of one direction of a connection. */
final class RecordKeys {
  private static final int LONGEST_IV = 16;

  private final SecretKey cipher;
  private final byte[] mac;
  private final byte[] iv;

  /**
   * Keeps the arrays.
   *
   * @param iv the static IV; a suite takes as many of its first bytes as it needs
   */
  RecordKeys(SecretKey cipher, byte[] mac, byte[] iv) {
    this.cipher = cipher;
    this.mac = mac;
    this.iv = iv;
  }

  static RecordKeys random(Suite suite) {
    RecordAlgorithms algorithms = RecordAlgorithms.of(suite);
    SecureRandom random = new SecureRandom();
    byte[] key = new byte[algorithms.keyBytes()];
    byte[] mac = new byte[algorithms.macBytes()];
    byte[] iv = new byte[LONGEST_IV];
    random.nextBytes(key);
    random.nextBytes(mac);
    random.nextBytes(iv);
    return new RecordKeys(new SecretKeySpec(key, algorithms.key()), mac, iv);
  }

  SecretKey cipher() {
    return cipher;
  }

  byte[] mac() {
    return mac;
  }

  byte[] iv() {
    return iv;
  }
}
