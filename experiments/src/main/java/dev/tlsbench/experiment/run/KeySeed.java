package dev.tlsbench.experiment.run;

import java.lang.reflect.Field;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Gives the calling thread's {@link ThreadLocalRandom} a seed, so that the windows of a block draw
 * the same keys and values for every variant.
 *
 * <p>YCSB draws all of them from {@code ThreadLocalRandom}, which refuses to be seeded: its state
 * is a field of {@code Thread}. A fork belongs to tlsbench alone and is started with that package
 * opened ({@value #OPEN}), so the field can be set there.
 */
final class KeySeed {
  /** The option of a fork's JVM. */
  static final String OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  private final Field state;

  /**
   * Looks for the field.
   *
   * @throws IllegalStateException if this JVM does not let it be set
   */
  KeySeed() {
    try {
      state = Thread.class.getDeclaredField("threadLocalRandomSeed");
      state.setAccessible(true);
    } catch (NoSuchFieldException | RuntimeException e) {
      throw new IllegalStateException("the keys cannot be seeded on this JVM (" + e + ")", e);
    }
  }

  /** Sets the seed of the calling thread. */
  void set(long seed) {
    // Its first use by a thread would draw a state of its own.
    ThreadLocalRandom.current();
    try {
      state.setLong(Thread.currentThread(), seed);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A seed for each thread in each block; far apart though the numbers are near each other. */
  static long of(long seed, int epoch, int block, int thread) {
    long mixed = seed;
    for (int part : new int[] {epoch, block, thread}) {
      // The mixer of SplittableRandom (Steele, Lea and Flood, 2014).
      mixed = (mixed ^ part) + 0x9E3779B97F4A7C15L;
      mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
      mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
      mixed ^= mixed >>> 31;
    }
    return mixed;
  }
}
