package dev.tlsbench.jmh.benchmark;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import javax.crypto.Cipher;

/**
 * Records of TLS 1.2 under an AEAD. With GCM eight of the nonce's twelve bytes go with each record
 * (RFC 5288, section 3), here the record's number; with ChaCha20 none does (RFC 7905).
 */
final class Tls12AeadRecordCipher implements RecordCipher {
  private static final int SALT_BYTES = 4;

  private final Aead aead;
  private final byte[] iv;
  private final byte[] nonce;
  private final PseudoHeader header = new PseudoHeader();

  /** As long as the part of the nonce that is sent. */
  private final int explicitBytes;

  Tls12AeadRecordCipher(Provider provider, RecordAlgorithms algorithms, RecordKeys keys)
      throws GeneralSecurityException {
    this.aead = new Aead(provider, algorithms, keys);
    this.iv = keys.iv();
    this.nonce = Arrays.copyOf(iv, Aead.NONCE_BYTES);
    this.explicitBytes = algorithms.isGcm() ? Aead.NONCE_BYTES - SALT_BYTES : 0;
  }

  @Override
  public int sealedBytes(int payloadBytes) {
    return explicitBytes + payloadBytes + Aead.TAG_BYTES;
  }

  @Override
  public int seal(long sequence, byte[] payload, int payloadBytes, byte[] out)
      throws GeneralSecurityException {
    if (explicitBytes == 0) {
      BigEndian.combine(iv, sequence, nonce);
    } else {
      BigEndian.putLong(nonce, SALT_BYTES, sequence);
      System.arraycopy(nonce, SALT_BYTES, out, 0, explicitBytes);
    }
    byte[] aad = header.of(sequence, payloadBytes);
    return explicitBytes
        + aead.run(Cipher.ENCRYPT_MODE, nonce, aad, payload, 0, payloadBytes, out, explicitBytes);
  }

  @Override
  public int open(long sequence, byte[] sealed, int sealedBytes, byte[] out)
      throws GeneralSecurityException {
    if (explicitBytes == 0) {
      BigEndian.combine(iv, sequence, nonce);
    } else {
      System.arraycopy(sealed, 0, nonce, SALT_BYTES, explicitBytes);
    }
    int encrypted = sealedBytes - explicitBytes;
    byte[] aad = header.of(sequence, encrypted - Aead.TAG_BYTES);
    return aead.run(Cipher.DECRYPT_MODE, nonce, aad, sealed, explicitBytes, encrypted, out, 0);
  }
}
