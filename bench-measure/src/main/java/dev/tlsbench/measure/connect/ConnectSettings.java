package dev.tlsbench.measure.connect;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.placement.Cores;
import dev.tlsbench.measure.placement.Placement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a measurement of connections.
 *
 * @param connections the number of each kind over all forks, from 1 to 100,000
 * @param concurrency the number of threads that open connections, from 1 to 1,000; if there are
 *     several, the first is for the parts, and all are for storms
 * @param rtt added to each round trip, from 0 to 10 seconds
 * @param warmUp the time of each fork before measurements, from 0 to one hour; {@code null} for
 *     1,500 connections of each kind or 4 seconds for each, and until ratios no longer change, 12
 *     seconds for each at most. Ten are always made.
 * @param runsScript whether the procedure of the ApsaraDB script is repeated too
 * @param forks the number of JVMs, one after the other, from 1 to 100; fewer if there are fewer
 *     connections
 * @param duration a limit of the time of all measurements, without warm-ups; {@code null} for none
 */
public record ConnectSettings(
    int connections,
    List<Integer> concurrency,
    Duration rtt,
    @Nullable Duration warmUp,
    boolean openOnly,
    boolean runsScript,
    long seed,
    int forks,
    @Nullable Duration duration,
    Cores cores,
    boolean confinesServer,
    List<Long> serverPids) {
  private static final int MOST_CONNECTIONS = 100_000;
  private static final int MOST_THREADS = 1_000;
  private static final int MOST_FORKS = 100;
  private static final Duration LONGEST_RTT = Duration.ofSeconds(10);
  private static final Duration LONGEST_WARM_UP = Duration.ofHours(1);

  public ConnectSettings {
    range("-n", connections, MOST_CONNECTIONS);
    concurrency.forEach(threads -> range("--concurrency", threads, MOST_THREADS));
    if (Set.copyOf(concurrency).size() < concurrency.size()) {
      throw new InvalidSettingException("--concurrency: a number is there twice; give it once");
    }
    if (concurrency.size() > 1 && !rtt.isZero()) {
      throw new InvalidSettingException(
          "--rtt: a relay would limit the rates at several numbers of threads; omit it, or give"
              + " --concurrency one number");
    }
    range("--forks", forks, MOST_FORKS);
    Placement.check(cores, serverPids);
    if (rtt.isNegative() || rtt.compareTo(LONGEST_RTT) > 0) {
      throw new InvalidSettingException(
          "--rtt: " + rtt.toMillis() + " ms is not between 0 and 10 s; give a time such as 5ms");
    }
    if (warmUp != null && (warmUp.isNegative() || warmUp.compareTo(LONGEST_WARM_UP) > 0)) {
      throw new InvalidSettingException(
          "--warm-up: %s s is not between 0 and 1 h; give a time such as 10s"
              .formatted(warmUp.toSeconds()));
    }
  }

  int threads() {
    return concurrency.get(0);
  }

  /** Returns the numbers of threads at which all series storm the server; may be empty. */
  List<Integer> storms() {
    return concurrency.size() > 1 ? concurrency : List.of();
  }

  /** Returns the number of connections of each kind that a fork makes, which is a number from 0. */
  int share(int fork) {
    return connections / forks + (fork < connections % forks ? 1 : 0);
  }

  private static void range(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new InvalidSettingException(
          "%s: %s is not between 1 and %s; choose a number in this range"
              .formatted(option, value, most));
    }
  }
}
