package dev.tlsbench.measure.fork;

import dev.tlsbench.measure.placement.Hops;
import dev.tlsbench.measure.placement.Placement;
import dev.tlsbench.measure.variant.Variant;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a comparison.
 *
 * @param patience the time limit of a wait for a server that is lost during the run, and for an
 *     operation after the end of its window (at least 10 s)
 * @param seed of keys and orders
 */
public record Settings(
    Clients clients,
    Timing timing,
    Data data,
    Duration patience,
    long seed,
    List<String> jvmArguments) {
  public static final String CONTROL = "control";

  /** The length of a window that includes most of the cost of its own writes. */
  public static final Duration FLUSHING_WINDOW = Duration.ofSeconds(10);

  private static final Duration LONG_WINDOW = Duration.ofSeconds(1);

  /**
   * The clients of each variant.
   *
   * @param threads concurrent clients, from 1
   * @param targetPerSecond operations a second of all threads together; 0 for a closed loop
   * @param cores the cores of the threads; empty for any
   * @param server the known processes of a server on this machine; confined to the same cores, if
   *     there are any
   */
  public record Clients(
      int threads, double targetPerSecond, Set<Integer> cores, List<Long> server) {

    public static Clients anywhere(int threads, double targetPerSecond) {
      return new Clients(threads, targetPerSecond, Set.of(), List.of());
    }

    /** Returns true if the server is confined to the cores of the threads. */
    public boolean shareCores() {
      return !cores.isEmpty() && !server.isEmpty();
    }

    /** Returns true if the one thread takes turns on two cores; see {@link Hops}. */
    boolean takeTurns() {
      return cores.isEmpty() && threads == 1 && !areOpenLoop();
    }

    /** Returns true if operations start at a given pace, independent of the server's. */
    public boolean areOpenLoop() {
      return targetPerSecond > 0;
    }
  }

  /**
   * The parts of a run and their lengths.
   *
   * @param blocks windows of each variant in an epoch, from 1
   * @param givenForks the number of JVMs, from 1; {@code null} for as many as suit the duration
   * @param epochs the number of epochs in a fork; 0 for as many as the duration allows
   * @param warmUp the fixed warm-up of each fork; {@code null} to detect when it is warm
   * @param duration the length of the run, unless {@code epochs} or {@code precision} determines it
   * @param precision the target for half of each 95 % interval of the leading ratio, as a fraction
   *     of 1; {@code null} to stop by the number of forks
   * @param quick true for one interval within seconds, which holds what single forks differ by
   */
  public record Timing(
      Duration window,
      int blocks,
      @Nullable Integer givenForks,
      int epochs,
      @Nullable Duration warmUp,
      Duration duration,
      @Nullable Double precision,
      Duration maxDuration,
      boolean quick) {
    /** The fewest epochs that show the variance between epochs of a fork. */
    public static final int LEAST_EPOCHS = 3;

    private static final int USUAL_FORKS = 8;

    /**
     * The time for each fork of a longer run. Warm-ups take 8 to 13 s of it, but forks differ by
     * more than their epochs explain: in ten minutes on the embedded MongoDB, intervals were half
     * as wide as with eight forks.
     */
    private static final Duration FORK = Duration.ofSeconds(20);

    /** Returns the number of JVMs, from 1; with a precision, more or fewer may run. */
    public int forks() {
      if (givenForks != null) {
        return givenForks;
      }
      return epochs == 0 ? Math.max(USUAL_FORKS, (int) duration.dividedBy(FORK)) : USUAL_FORKS;
    }
  }

  /**
   * The data that the variants read and write.
   *
   * @param control the properties in which the control differs from the baseline, such as tables of
   *     its own
   * @param flushes true if the server flushes a variant's changed pages to disk before the next
   *     variant runs; only for MySQL and MariaDB
   * @param perPool the size of all tables as a multiple of the server's buffer pool, which is
   *     shrunk for that; 0 to leave it as it is
   */
  public record Data(Map<String, String> control, boolean flushes, double perPool) {
    /** Data that all variants share, on an unchanged server. */
    public static final Data SHARED = new Data(Map.of(), false, 0);

    /** Returns the baseline under the name of the control, with its own data. */
    public Variant control(Variant baseline) {
      Map<String, String> settings = new HashMap<>(baseline.settings());
      settings.putAll(control);
      return new Variant(CONTROL, settings);
    }

    /** Contains names only: values may be secret. */
    @Override
    public String toString() {
      return "Data[" + control.keySet() + ", " + flushes + ", " + perPool + "]";
    }
  }

  /**
   * Returns the time of the bursts of an epoch, which equals the time of its windows. There are no
   * bursts in an open loop, or with long windows: these are for operations with delayed cost, such
   * as writes, where in bursts one variant would bear the cost of another.
   */
  public Duration bursts(int contenders) {
    return clients.areOpenLoop() || data.flushes() || timing.window().compareTo(LONG_WINDOW) >= 0
        ? Duration.ZERO
        : timing.window().multipliedBy((long) timing.blocks() * contenders);
  }

  public Settings withThreads(int count) {
    return with(new Clients(count, clients.targetPerSecond(), clients.cores(), clients.server()));
  }

  public Settings withTarget(double perSecond) {
    return with(new Clients(clients.threads(), perSecond, clients.cores(), clients.server()));
  }

  public Settings on(Placement placement) {
    return with(
        new Clients(
            clients.threads(),
            clients.targetPerSecond(),
            placement.cores(),
            List.copyOf(placement.server())));
  }

  private Settings with(Clients others) {
    return new Settings(others, timing, data, patience, seed, jvmArguments);
  }

  /** Returns a copy for each of several comparisons that share the time. */
  public Settings sharedBy(int comparisons) {
    Timing part =
        new Timing(
            timing.window(),
            timing.blocks(),
            timing.givenForks(),
            timing.epochs(),
            timing.warmUp(),
            timing.duration().dividedBy(comparisons),
            timing.precision(),
            timing.maxDuration().dividedBy(comparisons),
            timing.quick());
    return new Settings(clients, part, data, patience, seed, jvmArguments);
  }
}
