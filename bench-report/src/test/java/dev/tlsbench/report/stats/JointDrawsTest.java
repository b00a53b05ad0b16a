package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JointDrawsTest {
  private static final int RUNS = 400;
  private static final int UNITS = 5;

  /** Two figures of one unit share its speed. */
  private static double[][] units(Random random) {
    double[][] units = new double[UNITS][];
    for (int i = 0; i < UNITS; i++) {
      double speed = 1 + 0.2 * random.nextGaussian();
      units[i] = new double[] {10 * speed, 12 * speed + 0.01 * random.nextGaussian()};
    }
    return units;
  }

  @Test
  void intervalsHoldTheTruthAboutAsOftenAsTheySay() {
    Random random = new Random(5);
    int held = 0;
    for (int run = 0; run < RUNS; run++) {
      double[] first =
          Arrays.stream(JointDraws.ofMeans(units(random), 400, run))
              .mapToDouble(d -> d[0])
              .toArray();
      held +=
          Resamples.percentile(first, 0.025) <= 10 && 10 <= Resamples.percentile(first, 0.975)
              ? 1
              : 0;
    }
    assertThat((double) held / RUNS).isBetween(0.91, 0.985);
  }

  @Test
  void figuresOfAUnitStayTogether() {
    double[] ratios =
        Arrays.stream(JointDraws.ofMeans(units(new Random(6)), 400, 1))
            .mapToDouble(draw -> draw[1] / draw[0])
            .toArray();

    assertThat(Resamples.percentile(ratios, 0.975) - Resamples.percentile(ratios, 0.025))
        .isLessThan(0.01);
    assertThat(Resamples.percentile(ratios, 0.5)).isCloseTo(1.2, within(0.005));
  }

  @Test
  void anUnknownFigureStaysUnknown() {
    double[][] draws = JointDraws.ofMeans(new double[][] {{1, Double.NaN}, {2, 3}}, 10, 1);

    assertThat(draws[0][0]).isFinite();
    assertThat(draws[0][1]).isNaN();
  }

  @Test
  void refusesASingleUnit() {
    assertThatThrownBy(() -> JointDraws.ofMeans(new double[][] {{1}}, 10, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
