package dev.tlsbench.jmh.tls;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * CPU time and allocation of each side of a connection, in the thread that runs both.
 *
 * <p>CPU time is measured for the thread (clock {@code CLOCK_THREAD_CPUTIME_ID} on Linux), so that
 * another process on the same core does not count. Reading it is a system call of some 0.4 µs; the
 * cost of a pair of readings is measured when the meter is created, and subtracted.
 *
 * <p>Not thread-safe; used only in the thread that created it.
 */
public final class SideMeter {
  private static final int CALIBRATIONS = 1_001;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private Sum client = new Sum();
  private Sum server = new Sum();
  private long clockNanos;
  private long startNanos;
  private long startAllocated;

  public SideMeter() {
    calibrate();
  }

  /** Measures the meter's own cost, in half a millisecond; again after the code is compiled. */
  public void calibrate() {
    long[] costs = new long[CALIBRATIONS];
    for (int i = 0; i < costs.length; i++) {
      long start = threads.getCurrentThreadCpuTime();
      costs[i] = threads.getCurrentThreadCpuTime() - start;
    }
    Arrays.sort(costs);
    clockNanos = costs[costs.length / 2];
  }

  /** Begins a turn of one side. */
  public void start() {
    startAllocated = threads.getCurrentThreadAllocatedBytes();
    startNanos = threads.getCurrentThreadCpuTime();
  }

  /** Ends a turn, and adds it to a side's. */
  public void stop(Side side) {
    long turn = threads.getCurrentThreadCpuTime() - startNanos - clockNanos;
    sum(side).nanos += Math.max(0, turn);
    sum(side).allocatedBytes += threads.getCurrentThreadAllocatedBytes() - startAllocated;
  }

  public void reset() {
    client = new Sum();
    server = new Sum();
  }

  /** Returns the CPU time of a side since the last {@link #reset}. */
  public long nanos(Side side) {
    return sum(side).nanos;
  }

  /** Returns the bytes that a side allocated on the heap since the last {@link #reset}. */
  public long allocatedBytes(Side side) {
    return sum(side).allocatedBytes;
  }

  private Sum sum(Side side) {
    return side == Side.CLIENT ? client : server;
  }

  private static final class Sum {
    private long nanos;
    private long allocatedBytes;
  }
}
