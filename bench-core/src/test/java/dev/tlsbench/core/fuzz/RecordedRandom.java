package dev.tlsbench.core.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Random;

/** Draws from a seed, and keeps the bytes out of which {@link DrawnRandom} draws the same. */
final class RecordedRandom extends Random {
  private static final long serialVersionUID = 1;

  private final transient ByteArrayOutputStream drawn = new ByteArrayOutputStream();
  private final Random random;

  RecordedRandom(long seed) {
    super(0);
    this.random = new Random(seed);
  }

  /** Returns the bytes drawn so far. */
  byte[] bytes() {
    return drawn.toByteArray();
  }

  @Override
  protected int next(int bits) {
    int value = random.nextInt();
    keep(value, Integer.BYTES);
    return value >>> (Integer.SIZE - bits);
  }

  @Override
  public int nextInt(int bound) {
    int value = random.nextInt(bound);
    keep(value, DrawnRandom.size(bound));
    return value;
  }

  @Override
  public boolean nextBoolean() {
    return nextInt(2) == 1;
  }

  @Override
  public void nextBytes(byte[] bytes) {
    random.nextBytes(bytes);
    drawn.writeBytes(bytes);
  }

  private void keep(int value, int size) {
    for (int i = size - 1; i >= 0; i--) {
      drawn.write(value >>> (i * Byte.SIZE));
    }
  }
}
