package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {
  private static final double NOISE = 0.01;

  /**
   * Epochs of 3 s whose ln throughput moves by a change over all of them, with correlated noise.
   */
  private static Trend trend(int epochs, double change, double correlation, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] seconds = new double[epochs];
    double[] values = new double[epochs];
    double noise = random.nextGaussian();
    for (int i = 0; i < epochs; i++) {
      seconds[i] = 100 + 3.0 * i;
      values[i] = 9 + change * i / (epochs - 1) + NOISE * noise;
      noise =
          correlation * noise + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
    }
    return Trend.of(seconds, values).orElseThrow();
  }

  private static double flagged(int epochs, double change, double correlation) {
    int runs = 1000;
    return IntStream.range(0, runs)
            .filter(i -> trend(epochs, change, correlation, i).flagged())
            .count()
        / (double) runs;
  }

  @Test
  void flagsAForkThatIsStillWarmingUp() {
    Trend trend = trend(20, 0.08, 0, 1);

    assertThat(trend.flagged()).isTrue();
    assertThat(trend.change()).isCloseTo(Math.expm1(0.08), within(0.03));
    assertThat(trend.low95()).isBetween(0.0, trend.change());
    assertThat(trend.high95()).isGreaterThan(trend.change());
    assertThat(flagged(20, 0.08, 0)).isGreaterThan(0.95);
    assertThat(flagged(20, -0.08, 0)).isGreaterThan(0.95);
  }

  @Test
  void seldomFlagsAForkThatIsSteady() {
    assertThat(flagged(10, 0, 0)).isLessThanOrEqualTo(0.01);
    assertThat(flagged(30, 0, 0)).isLessThanOrEqualTo(0.01);
    assertThat(flagged(10, 0, 0.5)).isLessThanOrEqualTo(0.05);
    assertThat(flagged(30, 0, 0.5)).isLessThanOrEqualTo(0.05);
  }

  @Test
  void leavesSmallChangesAloneHoweverSure() {
    Trend trend = trend(200, 0.01, 0, 1);

    assertThat(trend.pValue()).isLessThan(0.01);
    assertThat(trend.flagged()).isFalse();
  }

  @Test
  void itsIntervalHoldsTheChange() {
    int held = 0;
    for (int seed = 0; seed < 1000; seed++) {
      Trend trend = trend(15, 0.05, 0, seed);
      held += trend.low95() <= Math.expm1(0.05) && Math.expm1(0.05) <= trend.high95() ? 1 : 0;
    }

    assertThat(held).isBetween(930, 990);
  }

  @Test
  void saysNothingAboutFewEpochs() {
    assertThat(Trend.of(new double[] {1, 2, 3, 4, 5}, new double[] {1, 2, 3, 4, 5})).isEmpty();
    assertThat(Trend.of(new double[0], new double[0])).isEmpty();
  }

  @Test
  void takesAStraightLineForWhatItIs() {
    double[] seconds = {1, 2, 3, 4, 5, 6};

    Trend line = Trend.of(seconds, new double[] {0, 0.25, 0.5, 0.75, 1, 1.25}).orElseThrow();
    Trend level = Trend.of(seconds, new double[] {7, 7, 7, 7, 7, 7}).orElseThrow();

    assertThat(line.flagged()).isTrue();
    assertThat(line.change()).isCloseTo(Math.expm1(1.25), within(1e-9));
    assertThat(level.flagged()).isFalse();
    assertThat(level.pValue()).isEqualTo(1);
    assertThat(level.change()).isZero();
  }
}
