package dev.tlsbench.experiment.run;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a comparison.
 *
 * @param threads concurrent clients, from 1
 * @param targetPerSecond operations a second of all threads together; 0 for a closed loop
 * @param window the length of a window
 * @param blocks windows of each variant in an epoch, from 1
 * @param forks the number of JVMs, from 1; the minimum if there is a precision
 * @param epochs the number of epochs in a fork; 0 for as many as the duration allows
 * @param warmUp the time that each fork runs before it counts
 * @param duration the length of the run, unless {@code epochs} determines it
 * @param precision the target for half of the 95 % interval of the leading ratio, as a fraction of
 *     1; {@code null} to stop by epochs or duration
 * @param maxDuration the time limit for reaching the precision
 * @param patience the time to wait for a server that is lost during the run, and for an operation
 *     after the end of its window (at least 10 s)
 * @param seed of keys, orders and resamples
 * @param jvmArguments of the forks
 */
public record Settings(
    int threads,
    double targetPerSecond,
    Duration window,
    int blocks,
    int forks,
    int epochs,
    Duration warmUp,
    Duration duration,
    @Nullable Double precision,
    Duration maxDuration,
    Duration patience,
    long seed,
    List<String> jvmArguments) {
  private static final Duration LONG_WINDOW = Duration.ofSeconds(1);

  /**
   * Returns the time of the bursts of an epoch: as much as its windows take. There are none in an
   * open loop, nor beside long windows: these are for operations whose cost comes later, such as
   * writes, and in bursts one variant would bear the cost of another.
   */
  Duration bursts(int contenders) {
    return targetPerSecond > 0 || window.compareTo(LONG_WINDOW) >= 0
        ? Duration.ZERO
        : window.multipliedBy((long) blocks * contenders);
  }

  /** Returns a copy with another number of threads. */
  public Settings withThreads(int count) {
    return copy(count, targetPerSecond, duration, maxDuration);
  }

  /** Returns a copy for an open loop with this many operations a second of all threads together. */
  public Settings withTarget(double perSecond) {
    return copy(threads, perSecond, duration, maxDuration);
  }

  /** Returns a copy for each of several comparisons that share the time. */
  public Settings sharedBy(int comparisons) {
    return copy(
        threads,
        targetPerSecond,
        duration.dividedBy(comparisons),
        maxDuration.dividedBy(comparisons));
  }

  private Settings copy(int clients, double target, Duration time, Duration mostTime) {
    return new Settings(
        clients,
        target,
        window,
        blocks,
        forks,
        epochs,
        warmUp,
        time,
        precision,
        mostTime,
        patience,
        seed,
        jvmArguments);
  }
}
