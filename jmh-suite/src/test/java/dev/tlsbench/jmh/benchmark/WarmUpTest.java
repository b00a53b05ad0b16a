package dev.tlsbench.jmh.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  /** Ten percent less in each stretch until the last, and no code that takes long to compile. */
  private static int stretchesOf(int settling) throws IOException {
    AtomicInteger stretches = new AtomicInteger();
    boolean warm =
        new WarmUp()
            .run(
                nanos ->
                    new double[] {
                      Math.max(0, settling - stretches.getAndIncrement()) * Math.log(1.1)
                    });
    return warm ? stretches.get() : -1;
  }

  @Test
  void waitsUntilRatiosSettle() throws IOException {
    // The first stretch has no predecessor.
    assertThat(stretchesOf(0)).isGreaterThanOrEqualTo(4);
    assertThat(stretchesOf(10)).isGreaterThanOrEqualTo(14);
  }

  @Test
  void reportsCodeThatDoesNotSettle() throws IOException {
    assertThat(stretchesOf(1_000)).isEqualTo(-1);
  }
}
