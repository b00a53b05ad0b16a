package dev.tlsbench.jmh.benchmark;

import java.security.GeneralSecurityException;
import java.security.Provider;
import javax.crypto.Cipher;

/**
 * Records of TLS 1.3 (RFC 8446, section 5.2): the content type is encrypted behind the payload, the
 * additional data is the record's header.
 */
final class Tls13RecordCipher implements RecordCipher {
  private static final int MORE_BYTES = 1 + Aead.TAG_BYTES;

  private final Aead aead;
  private final byte[] iv;
  private final byte[] nonce = new byte[Aead.NONCE_BYTES];
  private final byte[] header = {APPLICATION_DATA, 3, 3, 0, 0};

  Tls13RecordCipher(Provider provider, RecordAlgorithms algorithms, RecordKeys keys)
      throws GeneralSecurityException {
    this.aead = new Aead(provider, algorithms, keys);
    this.iv = keys.iv();
  }

  @Override
  public int sealedBytes(int payloadBytes) {
    return payloadBytes + MORE_BYTES;
  }

  @Override
  public int seal(long sequence, byte[] payload, int payloadBytes, byte[] out)
      throws GeneralSecurityException {
    payload[payloadBytes] = APPLICATION_DATA;
    prepare(sequence, payloadBytes + MORE_BYTES);
    return aead.run(Cipher.ENCRYPT_MODE, nonce, header, payload, 0, payloadBytes + 1, out, 0);
  }

  @Override
  public int open(long sequence, byte[] sealed, int sealedBytes, byte[] out)
      throws GeneralSecurityException {
    prepare(sequence, sealedBytes);
    int last = aead.run(Cipher.DECRYPT_MODE, nonce, header, sealed, 0, sealedBytes, out, 0) - 1;
    if (out[last] != APPLICATION_DATA) {
      throw new GeneralSecurityException("a record of content type " + out[last]);
    }
    return last;
  }

  private void prepare(long sequence, int sealedBytes) {
    BigEndian.combine(iv, sequence, nonce);
    BigEndian.putShort(header, 3, sealedBytes);
  }
}
