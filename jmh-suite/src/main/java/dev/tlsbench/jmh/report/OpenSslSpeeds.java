package dev.tlsbench.jmh.report;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** How fast OpenSSL is on this machine, and where it has no answer. */
final class OpenSslSpeeds {
  private final @Nullable String version;
  private final int runs;
  private final Map<SpeedTest, double[]> rates;
  private final Map<SpeedTest, String> failures;

  /**
   * Takes what was measured.
   *
   * @param runs how many runs the medians come from
   * @param rates operations (of a cipher: bytes) a second
   * @param failures of the tests that have no rates, in a few words
   */
  OpenSslSpeeds(
      @Nullable String version,
      int runs,
      Map<SpeedTest, double[]> rates,
      Map<SpeedTest, String> failures) {
    this.version = version;
    this.runs = runs;
    this.rates = Map.copyOf(rates);
    this.failures = Map.copyOf(failures);
  }

  static OpenSslSpeeds none() {
    return new OpenSslSpeeds(null, 0, Map.of(), Map.of());
  }

  /** Such as {@code OpenSSL 3.0.22 25 Aug 2026}; empty if the machine has none. */
  Optional<String> version() {
    return Optional.ofNullable(version);
  }

  int runs() {
    return runs;
  }

  /** Nanoseconds for a byte of a cipher. */
  OptionalDouble nanosOfByte(SpeedTest cipher) {
    return nanos(cipher, 0);
  }

  /** Nanoseconds for a signature. */
  OptionalDouble nanosOfSign(SpeedTest key) {
    return nanos(key, 0);
  }

  /** Nanoseconds for a verification. */
  OptionalDouble nanosOfVerify(SpeedTest key) {
    return nanos(key, 1);
  }

  /** Nanoseconds to derive a shared secret. */
  OptionalDouble nanosOfDerive(SpeedTest group) {
    return nanos(group, 0);
  }

  private OptionalDouble nanos(SpeedTest test, int index) {
    double[] found = rates.get(test);
    return found == null || index >= found.length
        ? OptionalDouble.empty()
        : OptionalDouble.of(1e9 / found[index]);
  }

  /** Why there is no figure. */
  String reason(SpeedTest test) {
    return version == null
        ? "no openssl on this machine"
        : failures.getOrDefault(test, "not measured: openssl speed " + test.algorithm());
  }
}
