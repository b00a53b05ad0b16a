package dev.tlsbench.jmh.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The speed of OpenSSL on this machine.
 *
 * @param version such as {@code OpenSSL 3.0.22 25 Aug 2026}; {@code null} if the machine has none
 * @param runs how many runs the medians come from
 * @param perSecond of CPU time, by algorithm: bytes of a cipher; signatures and verifications of a
 *     key; derivations of a group
 * @param failures of the algorithms that have no rates, in a few words
 */
public record OpenSslSpeeds(
    @Nullable String version,
    int runs,
    Map<String, List<Double>> perSecond,
    Map<String, String> failures) {

  /** As if the machine had no openssl. */
  public static OpenSslSpeeds none() {
    return new OpenSslSpeeds(null, 0, Map.of(), Map.of());
  }

  /**
   * Returns the CPU time of one operation, in microseconds.
   *
   * @param operation such as {@link SpeedTest#SIGN}
   */
  Optional<Double> micros(SpeedTest test, int operation) {
    return Optional.ofNullable(perSecond.get(test.algorithm()))
        .filter(rates -> operation < rates.size())
        .map(rates -> 1e6 / rates.get(operation));
  }

  /** Why there is no figure. */
  String reason(SpeedTest test) {
    return version == null
        ? "no openssl on this machine"
        : failures.getOrDefault(
            test.algorithm(), "not measured: openssl speed " + test.algorithm());
  }
}
