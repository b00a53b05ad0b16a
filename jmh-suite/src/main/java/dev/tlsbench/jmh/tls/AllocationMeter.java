package dev.tlsbench.jmh.tls;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Counts what the thread that made it allocates on the heap, between {@link #start} and {@link
 * #stop}. Reading costs some 20 ns, so that it is done around many operations and off the clock;
 * JMH's own profiler counts what an iteration needs to begin and to end as well.
 *
 * <p>Not safe to share between threads.
 */
public final class AllocationMeter {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long sum;
  private long atStart;

  /** Makes a meter at zero, stopped. */
  public AllocationMeter() {}

  /** Sets the meter to zero. */
  public void reset() {
    sum = 0;
  }

  /** Begins to count. */
  public void start() {
    atStart = threads.getCurrentThreadAllocatedBytes();
  }

  /** Counts no further. */
  public void stop() {
    sum += threads.getCurrentThreadAllocatedBytes() - atStart;
  }

  /** Bytes that were allocated between starts and stops. */
  public long bytes() {
    return sum;
  }
}
