package dev.tlsbench.jmh.report;

import java.time.Duration;
import java.util.Set;

/** The source of the ceilings: the machine's {@code openssl}, or a stand-in. */
@FunctionalInterface
interface OpenSsl {
  /**
   * Measures how fast OpenSSL is at these, one after another on one thread.
   *
   * @param tests none but these
   * @param budget how long all of it may take, if each test runs more than once
   */
  OpenSslSpeeds measure(Set<SpeedTest> tests, Duration budget);

  /** As if the machine had none. */
  static OpenSsl none() {
    return (tests, budget) -> OpenSslSpeeds.none();
  }
}
