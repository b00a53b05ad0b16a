package dev.tlsbench.measure.placement;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The cores and the policy by which the kernel schedules a thread ({@code sched_setaffinity(2)},
 * {@code sched_setscheduler(2)}). Linux only.
 *
 * @param cores the cores that it may use, from 0
 * @param policy as {@code sched_getscheduler(2)} returns it, including the flag that its children
 *     get the usual one
 */
record Scheduling(NavigableSet<Integer> cores, int policy) {
  /** The usual policy, {@code SCHED_OTHER}. */
  static final int NORMAL = 0;

  /** {@code SCHED_BATCH}: a thread that wakes up does not preempt a running one. */
  static final int BATCH = 3;

  /** The calling thread, as the id of a thread. */
  static final long CALLER = 0;

  /** As in glibc's {@code cpu_set_t}: 1,024 cores. */
  private static final int MASK_LONGS = 16;

  private static final NativeLong MASK_BYTES = new NativeLong((long) MASK_LONGS * Long.BYTES);
  private static final int EPERM = 1;
  private static final int ESRCH = 3;

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

  private interface Call {
    int on(int thread);
  }

  private static int call(long thread, Call call) throws IOException {
    try {
      return call.on((int) thread);
    } catch (LastErrorException | LinkageError e) {
      int error = e instanceof LastErrorException known ? known.getErrorCode() : 0;
      throw switch (error) {
        case ESRCH -> new NoThreadException(thread);
        case EPERM -> new IOException("this user may not move thread " + thread, e);
        default -> new IOException("thread " + thread + " cannot be moved: " + e.getMessage(), e);
      };
    }
  }

  static Scheduling of(long thread) throws IOException {
    return new Scheduling(cores(thread), call(thread, id -> Linux.C.sched_getscheduler(id)));
  }

  static NavigableSet<Integer> cores(long thread) throws IOException {
    long[] mask = new long[MASK_LONGS];
    call(thread, id -> Linux.C.sched_getaffinity(id, MASK_BYTES, mask));
    return BitSet.valueOf(mask).stream().boxed().collect(Collectors.toCollection(TreeSet::new));
  }

  Scheduling on(Collection<Integer> others) {
    return new Scheduling(new TreeSet<>(others), policy);
  }

  /**
   * Returns the scheduling of a thread that shares these cores with the threads that it waits for.
   *
   * <p>Each thread has to run until it waits. With the usual policy a woken thread often preempts
   * the thread that wakes it, depending on how long both have run before. Then a longer operation
   * on one side also changes the cost on the other side, because some messages find the reader
   * waiting and others find it busy. A policy other than the usual one stays.
   */
  Scheduling confinedTo(Collection<Integer> few) {
    return new Scheduling(new TreeSet<>(few), policy == NORMAL ? BATCH : policy);
  }

  /**
   * Applies this scheduling to a thread, and to the threads that it starts later.
   *
   * @return false if the thread had it already
   * @throws IOException if it has ended, this user may not change it, or no core is allowed
   */
  boolean apply(long thread) throws IOException {
    Scheduling present = of(thread);
    if (!present.cores.equals(cores)) {
      BitSet bits = new BitSet();
      cores.forEach(bits::set);
      long[] mask = Arrays.copyOf(bits.toLongArray(), MASK_LONGS);
      call(thread, id -> Linux.C.sched_setaffinity(id, MASK_BYTES, mask));
    }
    if (present.policy != policy) {
      call(thread, id -> Linux.C.sched_setscheduler(id, policy, new int[1]));
    }
    return !present.equals(this);
  }
}
