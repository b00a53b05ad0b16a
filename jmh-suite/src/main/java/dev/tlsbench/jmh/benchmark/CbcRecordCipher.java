package dev.tlsbench.jmh.benchmark;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;

/**
 * Records of TLS 1.2 in CBC mode (RFC 5246, section 6.2.3.2): MAC, then padding, then encryption
 * under an IV that goes before the record.
 *
 * <p>An IV is the static one exclusive-or the record's number. TLS must draw it at random, which is
 * the cost of a generator and not of the cipher. The padding is as short as can be, and is checked
 * without the detours by which TLS hides where a record is wrong.
 */
final class CbcRecordCipher implements RecordCipher {
  private final Cipher cipher;
  private final Key key;
  private final RecordMac mac;
  private final byte[] staticIv;
  private final byte[] iv;

  CbcRecordCipher(Provider provider, RecordAlgorithms algorithms, RecordKeys keys)
      throws GeneralSecurityException {
    this.cipher = Cipher.getInstance(algorithms.cipher(), provider);
    this.key = keys.cipher();
    this.mac = new RecordMac(provider, algorithms, keys);
    this.staticIv = keys.iv();
    this.iv = new byte[cipher.getBlockSize()];
  }

  @Override
  public int sealedBytes(int payloadBytes) {
    return iv.length + paddedBytes(payloadBytes);
  }

  private int paddedBytes(int payloadBytes) {
    int blocks = (payloadBytes + mac.bytes()) / iv.length + 1;
    return blocks * iv.length;
  }

  @Override
  public int seal(long sequence, byte[] payload, int payloadBytes, byte[] out)
      throws GeneralSecurityException {
    mac.append(sequence, payload, payloadBytes);
    int authenticated = payloadBytes + mac.bytes();
    int padded = paddedBytes(payloadBytes);
    byte padding = (byte) (padded - authenticated - 1);
    for (int i = authenticated; i < padded; i++) {
      payload[i] = padding;
    }
    BigEndian.combine(staticIv, sequence, iv);
    System.arraycopy(iv, 0, out, 0, iv.length);
    cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(iv));
    return iv.length + cipher.doFinal(payload, 0, padded, out, iv.length);
  }

  @Override
  public int open(long sequence, byte[] sealed, int sealedBytes, byte[] out)
      throws GeneralSecurityException {
    cipher.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(sealed, 0, iv.length));
    int padded = cipher.doFinal(sealed, iv.length, sealedBytes - iv.length, out, 0);
    int padding = out[padded - 1] & 0xFF;
    int payloadBytes = padded - 1 - padding - mac.bytes();
    if (payloadBytes < 0 || !isPadding(out, padded - 1 - padding, padded)) {
      throw new BadPaddingException("a record with a wrong padding");
    }
    mac.check(sequence, out, payloadBytes);
    return payloadBytes;
  }

  private static boolean isPadding(byte[] bytes, int from, int to) {
    int difference = 0;
    for (int i = from; i < to; i++) {
      difference |= bytes[i] ^ bytes[to - 1];
    }
    return difference == 0;
  }
}
