package dev.tlsbench.core.tls.wire;

import java.util.Arrays;

/** Bytes that have come but cannot be read yet, up to a limit. */
final class ByteQueue {
  private final int limit;
  private byte[] bytes = new byte[256];
  private int size;

  ByteQueue(int limit) {
    this.limit = limit;
  }

  int size() {
    return size;
  }

  /** How many bytes it takes up; never more than the limit, or 256. */
  int capacity() {
    return bytes.length;
  }

  /** Adds as many bytes as there is room for and says how many those were. */
  int add(byte[] source, int offset, int length) {
    int added = Math.min(length, limit - size);
    if (size + added > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(limit, Math.max(size + added, 2 * bytes.length)));
    }
    System.arraycopy(source, offset, bytes, size, added);
    size += added;
    return added;
  }

  int peek(int index) {
    return bytes[index] & 0xFF;
  }

  byte[] copy(int from, int length) {
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  void remove(int length) {
    System.arraycopy(bytes, length, bytes, 0, size - length);
    size -= length;
  }
}
