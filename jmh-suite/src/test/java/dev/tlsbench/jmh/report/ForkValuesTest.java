package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ForkValuesTest {
  private static final ForkValues THREE = ForkValues.of(10, 20, 40);

  private static Figure ratio(ForkValues dividend, ForkValues divisor) {
    return dividend.over(divisor, 1, Unit.NUMBER);
  }

  @Test
  void takesTheGeometricMeanOverForksWithStudentsT() {
    // Logarithms to base 2 differ by 1: t(2) / sqrt(3) = 2.484138.
    assertThat(THREE.value()).isEqualTo(20, within(1e-9));
    assertThat(THREE.low95()).isEqualTo(20 / Math.pow(2, 2.484138), within(1e-5));
    assertThat(THREE.high95()).isEqualTo(20 * Math.pow(2, 2.484138), within(1e-3));
  }

  @Test
  void takesTheMeanWhereAForkHasNothing() {
    ForkValues some = ForkValues.of(0, 1, 2);

    assertThat(some.value()).isEqualTo(1, within(1e-9));
    assertThat(some.high95()).isEqualTo(1 + 2.484138, within(1e-6));
    assertThat(ForkValues.of(0, 0, 0)).extracting(ForkValues::low95).isEqualTo(0.0);
  }

  @Test
  void hasNoIntervalOfOneFork() {
    ForkValues one = ForkValues.of(10);

    assertThat(one.low95()).isNull();
    assertThat(one.high95()).isNull();
    assertThat(ratio(THREE, one).low95()).isNull();
    assertThat(ratio(one, THREE).value()).isEqualTo(0.5, within(1e-9));
  }

  @Test
  void aRatioHasTheErrorsOfBoth() {
    Random random = new Random(3);
    int held = 0;
    for (int run = 0; run < 2000; run++) {
      Figure ratio = ratio(five(random), five(random));
      held += ratio.low() <= 1 && 1 <= ratio.high() ? 1 : 0;
    }

    assertThat(held / 2000.0).isBetween(0.94, 0.97);
  }

  private static ForkValues five(Random random) {
    return ForkValues.of(
        DoubleStream.generate(() -> Math.exp(0.01 * random.nextGaussian())).limit(5).toArray());
  }
}
