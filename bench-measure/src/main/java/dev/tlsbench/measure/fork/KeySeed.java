package dev.tlsbench.measure.fork;

import java.lang.reflect.Field;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Seeds the calling thread's {@link ThreadLocalRandom}, so that the windows of a block draw the
 * same keys and values for every variant.
 *
 * <p>YCSB draws all random numbers from {@code ThreadLocalRandom}, which cannot be seeded: its
 * state is a field of {@code Thread}. A fork runs only tlsbench and opens that package ({@value
 * #OPEN}), so the field can be set there.
 */
public final class KeySeed {
  static final String OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  private final Field state;

  KeySeed() {
    try {
      state = Thread.class.getDeclaredField("threadLocalRandomSeed");
      state.setAccessible(true);
    } catch (NoSuchFieldException | RuntimeException e) {
      throw new IllegalStateException("the keys cannot be seeded on this JVM (" + e + ")", e);
    }
  }

  void set(long seed) {
    // Initializes the thread's state, which its first use would overwrite.
    ThreadLocalRandom.current();
    try {
      state.setLong(Thread.currentThread(), seed);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a seed for each thread in each block; similar arguments give unrelated seeds. */
  public static long of(long seed, int epoch, int block, int thread) {
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
