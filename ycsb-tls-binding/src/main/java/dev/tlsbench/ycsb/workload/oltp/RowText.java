package dev.tlsbench.ycsb.workload.oltp;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Generates values of the columns {@code c} and {@code pad}: groups of eleven digits, and dashes.
 */
final class RowText {
  private static final int GROUP = 11;

  private RowText() {}

  /** Returns 119 characters: ten groups. */
  static String c() {
    return groups(10);
  }

  /** Returns 59 characters: five groups. */
  static String pad() {
    return groups(5);
  }

  private static String groups(int count) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    byte[] text = new byte[count * (GROUP + 1) - 1];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) (i % (GROUP + 1) == GROUP ? '-' : '0' + random.nextInt(10));
    }
    return new String(text, StandardCharsets.ISO_8859_1);
  }
}
