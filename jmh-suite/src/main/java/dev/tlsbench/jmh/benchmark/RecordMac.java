package dev.tlsbench.jmh.benchmark;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SignatureException;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The MAC of a record, behind its payload (RFC 5246, section 6.2.3.1). */
final class RecordMac {
  private final Mac mac;
  private final byte[] expected;
  private final PseudoHeader header = new PseudoHeader();

  RecordMac(Provider provider, RecordAlgorithms algorithms, RecordKeys keys)
      throws GeneralSecurityException {
    String algorithm = Objects.requireNonNull(algorithms.mac());
    this.mac = Mac.getInstance(algorithm, provider);
    this.expected = new byte[mac.getMacLength()];
    mac.init(new SecretKeySpec(keys.mac(), algorithm));
  }

  int bytes() {
    return expected.length;
  }

  /** Writes the MAC behind the payload. */
  void append(long sequence, byte[] payload, int payloadBytes) throws GeneralSecurityException {
    compute(sequence, payload, payloadBytes, payload, payloadBytes);
  }

  /** Compares what stands behind the payload, in the same time wherever it differs. */
  void check(long sequence, byte[] payload, int payloadBytes) throws GeneralSecurityException {
    compute(sequence, payload, payloadBytes, expected, 0);
    int difference = 0;
    for (int i = 0; i < expected.length; i++) {
      difference |= expected[i] ^ payload[payloadBytes + i];
    }
    if (difference != 0) {
      throw new SignatureException("a record with a wrong MAC");
    }
  }

  private void compute(long sequence, byte[] payload, int payloadBytes, byte[] to, int offset)
      throws GeneralSecurityException {
    mac.update(header.of(sequence, payloadBytes), 0, PseudoHeader.BYTES);
    mac.update(payload, 0, payloadBytes);
    mac.doFinal(to, offset);
  }
}
