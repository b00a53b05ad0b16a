package dev.tlsbench.jmh.benchmark;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import javax.crypto.Cipher;

/**
 * Records of TLS 1.2 under RC4 (RFC 5246, section 6.2.3.1): one key stream runs through all of
 * them, so that they have to come in order. So that records can be opened more than once, the
 * stream begins anew every {@link #period} records; the key schedule that this takes is less than
 * one part in a hundred of the shortest of them.
 */
final class StreamRecordCipher implements RecordCipher {
  private static final int PERIOD = 256;

  private final Cipher cipher;
  private final Key key;
  private final RecordMac mac;

  StreamRecordCipher(Provider provider, RecordAlgorithms algorithms, RecordKeys keys)
      throws GeneralSecurityException {
    this.cipher = Cipher.getInstance(algorithms.cipher(), provider);
    this.key = keys.cipher();
    this.mac = new RecordMac(provider, algorithms, keys);
  }

  @Override
  public int period() {
    return PERIOD;
  }

  @Override
  public int sealedBytes(int payloadBytes) {
    return payloadBytes + mac.bytes();
  }

  @Override
  public int seal(long sequence, byte[] payload, int payloadBytes, byte[] out)
      throws GeneralSecurityException {
    mac.append(sequence, payload, payloadBytes);
    return pass(sequence, payload, payloadBytes + mac.bytes(), out);
  }

  @Override
  public int open(long sequence, byte[] sealed, int sealedBytes, byte[] out)
      throws GeneralSecurityException {
    int payloadBytes = pass(sequence, sealed, sealedBytes, out) - mac.bytes();
    mac.check(sequence, out, payloadBytes);
    return payloadBytes;
  }

  /** Encryption and decryption are the same. */
  private int pass(long sequence, byte[] in, int length, byte[] out)
      throws GeneralSecurityException {
    if (sequence % PERIOD == 0) {
      cipher.init(Cipher.ENCRYPT_MODE, key);
    }
    return cipher.update(in, 0, length, out, 0);
  }
}
