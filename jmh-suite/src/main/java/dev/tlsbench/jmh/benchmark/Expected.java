package dev.tlsbench.jmh.benchmark;

import java.util.Arrays;

/** Checks bytes that came out of a benchmark; throws where they differ. */
final class Expected {
  private Expected() {}

  /**
   * Compares lengths.
   *
   * @throws IllegalStateException if they differ
   */
  static void bytes(String what, int expected, int actual) {
    if (actual != expected) {
      throw new IllegalStateException(what + " has " + actual + " bytes, expected " + expected);
    }
  }

  /**
   * Compares all bytes.
   *
   * @throws IllegalStateException if one differs
   */
  static void content(String what, byte[] expected, byte[] actual, int length) {
    bytes(what, expected.length, length);
    int differs = Arrays.mismatch(expected, 0, length, actual, 0, length);
    if (differs >= 0) {
      throw new IllegalStateException(what + " differs from byte " + differs);
    }
  }
}
