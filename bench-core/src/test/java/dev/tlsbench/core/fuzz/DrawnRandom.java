package dev.tlsbench.core.fuzz;

import java.util.Random;

/**
 * Draws from given bytes what others draw from a seed, as few of them for each choice as its bound
 * needs, so that a change to one byte is a change to one choice.
 *
 * <p>After the last byte everything is 0, which generators take for the simplest there is.
 */
final class DrawnRandom extends Random {
  private static final long serialVersionUID = 1;

  private final transient byte[] bytes;
  private int next;

  DrawnRandom(byte[] bytes) {
    super(0);
    this.bytes = bytes.clone();
  }

  @Override
  protected int next(int bits) {
    return draw(Integer.BYTES) >>> (Integer.SIZE - bits);
  }

  @Override
  public int nextInt(int bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("bound must be positive: " + bound);
    }
    return Integer.remainderUnsigned(draw(size(bound)), bound);
  }

  @Override
  public boolean nextBoolean() {
    return nextInt(2) == 1;
  }

  @Override
  public void nextBytes(byte[] drawn) {
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = (byte) draw(1);
    }
  }

  private int draw(int size) {
    int drawn = 0;
    for (int i = 0; i < size; i++) {
      drawn = (drawn << Byte.SIZE) | (next < bytes.length ? bytes[next++] & 0xFF : 0);
    }
    return drawn;
  }

  /** Returns the number of bytes that a choice between so many takes. */
  static int size(int bound) {
    return (Integer.SIZE - Integer.numberOfLeadingZeros(bound - 1) + Byte.SIZE - 1) / Byte.SIZE;
  }
}
