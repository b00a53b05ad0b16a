package dev.tlsbench.experiment.run;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a comparison is run.
 *
 * @param threads how many clients work at a time, from 1
 * @param targetPerSecond operations a second of all threads together; 0 for a closed loop
 * @param window how long a variant works at a time
 * @param blocks how many windows of each variant an epoch has, from 1
 * @param forks how many JVMs, from 1; with a precision the least
 * @param epochs how many a fork has; 0 for as many as the duration allows
 * @param warmUp what each fork runs before it counts
 * @param duration how long all of it takes, if the number of epochs does not say so
 * @param precision half of the 95 % interval of the throughput's ratio that is aimed at, as a part
 *     of 1; {@code null} to stop by epochs or duration
 * @param maxDuration when to give up on the precision
 * @param patience how long a server that is lost in mid-run is waited for, and an operation behind
 *     the end of its window (at least 10 s)
 * @param seed what keys, orders and resamples are drawn from
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

  /**
   * The same with another number of clients.
   *
   * @param count from 1
   * @return a copy
   */
  public Settings withThreads(int count) {
    return copy(count, targetPerSecond, duration, maxDuration);
  }

  /**
   * The same as an open loop.
   *
   * @param perSecond operations a second of all threads together
   * @return a copy
   */
  public Settings withTarget(double perSecond) {
    return copy(threads, perSecond, duration, maxDuration);
  }

  /**
   * The same for one of several comparisons that share the time.
   *
   * @param comparisons how many
   * @return a copy
   */
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
