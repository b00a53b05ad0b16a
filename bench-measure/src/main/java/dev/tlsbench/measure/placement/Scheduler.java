package dev.tlsbench.measure.placement;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.util.BitSet;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The kernel's scheduler: the cores on which it may run a thread ({@code sched_setaffinity(2)}),
 * and the thread's policy ({@code sched_setscheduler(2)}). Linux only.
 */
final class Scheduler {
  /** The usual policy, {@code SCHED_OTHER}. */
  static final int NORMAL = 0;

  /** {@code SCHED_BATCH}: a thread that wakes up does not preempt a running one. */
  static final int BATCH = 3;

  /** The calling thread, as the id of a thread. */
  static final long CALLER = 0;

  /** As in glibc's {@code cpu_set_t}: 1,024 cores. */
  private static final int MASK_LONGS = 16;

  private static final int EPERM = 1;
  private static final int ESRCH = 3;

  private Scheduler() {}

  /** A thread does not exist or has ended. */
  static final class NoThreadException extends IOException {
    private static final long serialVersionUID = 1;

    NoThreadException(long thread) {
      super("thread " + thread + " has ended");
    }
  }

  /** JNA calls methods by their names in C. */
  @SuppressWarnings("MemberName")
  private interface LibC extends Library {
    int sched_getaffinity(int thread, NativeLong size, long[] mask) throws LastErrorException;

    int sched_setaffinity(int thread, NativeLong size, long[] mask) throws LastErrorException;

    int sched_getscheduler(int thread) throws LastErrorException;

    int sched_setscheduler(int thread, int policy, int[] priority) throws LastErrorException;
  }

  /** Loads the library when it is first used. */
  private static final class Linux {
    private static final LibC C = Native.load("c", LibC.class);
  }

  /**
   * Returns the cores of a thread, from 0.
   *
   * @throws IOException if this system does not support affinities
   */
  static NavigableSet<Integer> cores(long thread) throws IOException {
    long[] mask = new long[MASK_LONGS];
    try {
      Linux.C.sched_getaffinity((int) thread, bytes(mask), mask);
    } catch (LastErrorException | LinkageError e) {
      throw failure(thread, e);
    }
    return BitSet.valueOf(mask).stream().boxed().collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Moves a thread, and later the threads that it starts, to these cores.
   *
   * @throws IOException if this user may not move it, or none of the cores is allowed
   */
  static void setCores(long thread, Collection<Integer> cores) throws IOException {
    BitSet bits = new BitSet();
    cores.forEach(bits::set);
    long[] mask = new long[MASK_LONGS];
    long[] used = bits.toLongArray();
    System.arraycopy(used, 0, mask, 0, used.length);
    try {
      Linux.C.sched_setaffinity((int) thread, bytes(mask), mask);
    } catch (LastErrorException | LinkageError e) {
      throw failure(thread, e);
    }
  }

  /** Returns the policy of a thread, including the flag that its children get the usual one. */
  static int policy(long thread) throws IOException {
    try {
      return Linux.C.sched_getscheduler((int) thread);
    } catch (LastErrorException | LinkageError e) {
      throw failure(thread, e);
    }
  }

  /**
   * Gives a thread, and later the threads that it starts, a policy without priorities.
   *
   * @throws IOException if this user may not change it
   */
  static void setPolicy(long thread, int policy) throws IOException {
    try {
      Linux.C.sched_setscheduler((int) thread, policy, new int[1]);
    } catch (LastErrorException | LinkageError e) {
      throw failure(thread, e);
    }
  }

  private static NativeLong bytes(long[] mask) {
    return new NativeLong((long) mask.length * Long.BYTES);
  }

  private static IOException failure(long thread, Throwable e) {
    int error = e instanceof LastErrorException known ? known.getErrorCode() : 0;
    return switch (error) {
      case ESRCH -> new NoThreadException(thread);
      case EPERM -> new IOException("this user may not move thread " + thread, e);
      default -> new IOException("thread " + thread + " cannot be moved: " + e.getMessage(), e);
    };
  }
}
