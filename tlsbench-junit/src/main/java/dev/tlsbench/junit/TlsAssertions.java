package dev.tlsbench.junit;

import dev.tlsbench.relay.TlsTap;

/** AssertJ's entry point for taps. Needs {@code org.assertj:assertj-core}. */
public final class TlsAssertions {
  private TlsAssertions() {}

  /**
   * Begins assertions about the connections of a tap so far.
   *
   * @param tap open or closed
   * @return assertions
   */
  public static TapAssert assertThat(TlsTap tap) {
    return new TapAssert(tap);
  }
}
