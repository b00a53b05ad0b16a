package dev.tlsbench.jmh.benchmark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in the byte order of the network, in arrays. */
final class BigEndian {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BigEndian() {}

  static long getLong(byte[] from, int offset) {
    return (long) LONGS.get(from, offset);
  }

  /** Writes all 64 bits. */
  static void putLong(byte[] to, int offset, long value) {
    LONGS.set(to, offset, value);
  }

  /** Writes the low 16 bits. */
  static void putShort(byte[] to, int offset, int value) {
    to[offset] = (byte) (value >> 8);
    to[offset + 1] = (byte) value;
  }

  /**
   * Makes the static IV exclusive-or the record's number, which is as long as 64 bits and stands at
   * the end (RFC 8446, section 5.3; RFC 7905, section 2).
   */
  static void combine(byte[] iv, long sequence, byte[] to) {
    int last = to.length - Long.BYTES;
    System.arraycopy(iv, 0, to, 0, last);
    putLong(to, last, getLong(iv, last) ^ sequence);
  }
}
