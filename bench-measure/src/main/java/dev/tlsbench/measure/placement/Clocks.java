package dev.tlsbench.measure.placement;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * CPU time of processes, threads and cores, as Linux counts it; empty on other systems, and after
 * the end of a process or thread. All times are in milliseconds from an arbitrary start.
 */
public final class Clocks {
  private static final double NANOS_A_MILLI = 1e6;

  /** The unit of {@code /proc/stat} on every Linux since 2.6: USER_HZ is 100. */
  private static final double MILLIS_A_TICK = 10;

  /** Columns of {@code /proc/stat} behind the name, from 0 ({@code proc_stat(5)}). */
  private static final int IDLE = 3;

  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;

  /** Columns of {@code /proc/PID/stat} behind the name, from 1. */
  private static final int CHILDREN_USER = 14;

  private static final int CHILDREN_KERNEL = 15;

  private Clocks() {}

  /** JNA calls methods by their names in C. */
  @SuppressWarnings("MemberName")
  private interface LibC extends Library {
    int clock_getcpuclockid(int pid, IntByReference clock);

    int clock_gettime(int clock, long[] secondsAndNanos);
  }

  /** Loads the library when it is first used. */
  private static final class Linux {
    private static final LibC C = Native.load("c", LibC.class);
  }

  /**
   * Returns the CPU time of a process, including its ended threads ({@code
   * clock_getcpuclockid(3)}). It is exact for threads that do not run, and up to 4 ms old for
   * threads that run on another core than the reader.
   */
  public static OptionalDouble ofProcess(long pid) {
    if (!Tasks.areListed()) {
      return OptionalDouble.empty();
    }
    IntByReference clock = new IntByReference();
    // Seconds and nanoseconds of a struct timespec, which are longs on every 64-bit Linux.
    long[] time = new long[2];
    return Linux.C.clock_getcpuclockid((int) pid, clock) == 0
            && Linux.C.clock_gettime(clock.getValue(), time) == 0
        ? OptionalDouble.of(1e3 * time[0] + time[1] / NANOS_A_MILLI)
        : OptionalDouble.empty();
  }

  /**
   * Returns the CPU time of a process's children that have ended, and of theirs ({@code
   * proc_pid_stat(5)}, {@code cutime} and {@code cstime}), in ticks of 10 ms; 0 if unknown.
   */
  public static double ofEndedChildren(long pid) {
    String line = Tasks.read(Path.of("/proc/" + pid + "/stat"));
    // The name in parentheses may have blanks.
    String[] columns = line.substring(line.lastIndexOf(')') + 1).split(" ", -1);
    return columns.length <= CHILDREN_KERNEL
        ? 0
        : MILLIS_A_TICK
            * (Long.parseLong(columns[CHILDREN_USER]) + Long.parseLong(columns[CHILDREN_KERNEL]));
  }

  public static List<Long> families(Collection<Long> pids) {
    return pids.stream()
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .flatMap(process -> Tasks.family(process).stream())
        .distinct()
        .toList();
  }

  /** Returns the CPU time of the compilers and collectors of a Java process; 0 for any other. */
  public static double ofHousekeeping(long pid) {
    return ofThreads(pid, Confinement::isHousekeeping);
  }

  public static double ofCompilers(long pid) {
    return ofThreads(pid, Confinement::isCompiler);
  }

  private static double ofThreads(long pid, Predicate<String> wanted) {
    return !Tasks.program(pid).equals("java")
        ? 0
        : Tasks.threads(pid).stream()
            .filter(thread -> wanted.test(Tasks.name(pid, thread)))
            .mapToDouble(thread -> Tasks.schedule(pid, thread)[0] / NANOS_A_MILLI)
            .sum();
  }

  /** Returns the time for which threads of this process waited for a core. */
  public static double waited(Collection<Long> threads) {
    long self = ProcessHandle.current().pid();
    return threads.stream()
        .mapToDouble(thread -> Tasks.schedule(self, thread)[1] / NANOS_A_MILLI)
        .sum();
  }

  public static OptionalLong thread() {
    try {
      Path self = Path.of("/proc/thread-self").toRealPath();
      return OptionalLong.of(Long.parseLong(self.getFileName().toString()));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** The time of some cores; the steal was given to other virtual machines. */
  public record CoreTime(int cores, double idle, double steal) {}

  /** Returns the time of cores, in steps of 10 ms. */
  public static CoreTime ofCores(Collection<Integer> cores) {
    return sum(cores::contains);
  }

  /** Returns the time of all cores except these, in steps of 10 ms. */
  public static CoreTime ofOtherCores(Collection<Integer> cores) {
    return sum(core -> !cores.contains(core));
  }

  private static CoreTime sum(Predicate<Integer> wanted) {
    int cores = 0;
    double idle = 0;
    double steal = 0;
    for (String line : Tasks.read(Path.of("/proc/stat")).split("\n", -1)) {
      String[] fields = line.split(" +", -1);
      if (fields[0].matches("cpu[0-9]+")
          && wanted.test(Integer.valueOf(fields[0].substring("cpu".length())))) {
        double[] ticks = Arrays.stream(fields).skip(1).mapToDouble(Double::parseDouble).toArray();
        cores++;
        idle += MILLIS_A_TICK * (ticks[IDLE] + ticks[IO_WAIT]);
        steal += MILLIS_A_TICK * ticks[STEAL];
      }
    }
    return new CoreTime(cores, idle, steal);
  }
}
