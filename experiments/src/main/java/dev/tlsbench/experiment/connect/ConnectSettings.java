package dev.tlsbench.experiment.connect;

import dev.tlsbench.core.InvalidSettingException;
import java.time.Duration;

/**
 * How connections are measured.
 *
 * @param connections how many of each kind, from 1 to 100,000
 * @param concurrency how many threads open connections at a time, from 1 to 1,000
 * @param rtt what to add to each round trip, from 0 to 10 seconds
 * @param openOnly whether reused clients and the ApsaraDB script are left out
 * @param seed what the orders and the resamples are drawn from
 */
public record ConnectSettings(
    int connections, int concurrency, Duration rtt, boolean openOnly, long seed) {
  private static final int MOST_CONNECTIONS = 100_000;
  private static final int MOST_THREADS = 1_000;
  private static final Duration LONGEST_RTT = Duration.ofSeconds(10);

  /**
   * Checks the values.
   *
   * @param connections how many of each kind
   * @param concurrency how many threads open connections at a time
   * @param rtt what to add to each round trip
   * @param openOnly whether connections are opened and nothing else
   * @param seed what the orders and the resamples are drawn from
   * @throws InvalidSettingException if one is out of its range
   */
  public ConnectSettings {
    range("-n", connections, MOST_CONNECTIONS);
    range("--concurrency", concurrency, MOST_THREADS);
    if (rtt.isNegative() || rtt.compareTo(LONGEST_RTT) > 0) {
      throw new InvalidSettingException(
          "--rtt: " + rtt.toMillis() + " ms is not between 0 and 10 s; give a time such as 5ms");
    }
  }

  private static void range(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new InvalidSettingException(
          option + ": " + value + " is not between 1 and " + most + "; give a number that is");
    }
  }
}
