package dev.tlsbench.measure.fork;

import dev.tlsbench.measure.fork.EpochData.Pause;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The moments of an epoch at which something was done: a connection, a burst, a window.
 *
 * <p>Thread-safe.
 */
final class Moments {
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Slow operations are all of about the same length. */
  private static final int TIMES_THE_NEXT = 3;

  private final LongSupplier nanoTime;
  private long last;
  private long longest;
  private long next;
  private long end;

  Moments(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.last = nanoTime.getAsLong();
  }

  /** Begins anew, after work that may take any time. */
  synchronized void restart() {
    last = nanoTime.getAsLong();
  }

  /** Adds a moment, which was to come that long after the one before it. */
  synchronized void add(long expectedNanos) {
    long now = nanoTime.getAsLong();
    long late = now - last - expectedNanos;
    last = now;
    if (late > longest) {
      next = longest;
      longest = late;
      end = now;
    } else {
      next = Math.max(next, late);
    }
  }

  /**
   * Returns the longest time without a moment; {@code null} if it is less than a second, or others
   * are about as long.
   *
   * @param startNanos the start of the run, by the same clock
   */
  synchronized @Nullable Pause pause(long startNanos) {
    return longest < LEAST_NANOS || longest < TIMES_THE_NEXT * next
        ? null
        : new Pause((end - longest - startNanos) / 1e9, longest / 1e9);
  }
}
