package dev.tlsbench.jmh.benchmark;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/** AES in Galois/Counter mode or ChaCha20-Poly1305, with nonce and tag as long as TLS has them. */
final class Aead {
  static final int NONCE_BYTES = 12;
  static final int TAG_BYTES = 16;

  private final Cipher cipher;
  private final Key key;
  private final boolean gcm;

  Aead(Provider provider, RecordAlgorithms algorithms, RecordKeys keys)
      throws GeneralSecurityException {
    this.cipher = Cipher.getInstance(algorithms.cipher(), provider);
    this.key = keys.cipher();
    this.gcm = algorithms.isGcm();
  }

  /** Encrypts and puts the tag behind, or checks it and decrypts; returns the length written. */
  int run(int mode, byte[] nonce, byte[] aad, byte[] in, int from, int length, byte[] out, int to)
      throws GeneralSecurityException {
    AlgorithmParameterSpec parameters =
        gcm ? new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce) : new IvParameterSpec(nonce);
    cipher.init(mode, key, parameters);
    cipher.updateAAD(aad);
    return cipher.doFinal(in, from, length, out, to);
  }
}
