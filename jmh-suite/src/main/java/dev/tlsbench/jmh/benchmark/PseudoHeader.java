package dev.tlsbench.jmh.benchmark;

/**
 * The additional data of a payload under TLS 1.2: number, type, version and length of the record
 * (RFC 5246, sections 6.2.3.1 and 6.2.3.3).
 */
final class PseudoHeader {
  static final int BYTES = 13;

  private final byte[] bytes = {0, 0, 0, 0, 0, 0, 0, 0, RecordCipher.APPLICATION_DATA, 3, 3, 0, 0};

  /** The same array every time. */
  byte[] of(long sequence, int payloadBytes) {
    BigEndian.putLong(bytes, 0, sequence);
    BigEndian.putShort(bytes, 11, payloadBytes);
    return bytes;
  }
}
