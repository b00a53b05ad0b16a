package dev.tlsbench.ycsb.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.ycsb.workload.oltp.RandType.Distribution;
import java.util.Arrays;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Distributions have the properties that their parameters promise. */
class DistributionsTest {
  private static final int ROWS = 10_000;
  private static final int DRAWS = 200_000;

  /** Six standard errors of a part of so many draws, at most. */
  private static final double TOLERANCE = 6 * 0.5 / Math.sqrt(DRAWS);

  @ParameterizedTest
  @EnumSource
  void staysInItsRange(RandType type) {
    assertThat(Arrays.stream(draw(type, 1, ROWS)).boxed()).allMatch(row -> row >= 1 && row <= ROWS);
    assertThat(draw(type, 7, 7)).containsOnly(7);
    assertThat(draw(type, 1, 2)).containsOnly(1, 2);
  }

  @Test
  void uniformIsFlat() {
    int[] rows = draw(RandType.UNIFORM, 1, ROWS);

    assertThat(part(rows, 1, 1000)).isCloseTo(0.1, within(TOLERANCE));
    assertThat(part(rows, 9001, ROWS)).isCloseTo(0.1, within(TOLERANCE));
  }

  @Test
  void gaussianHasTheSpreadOfAMeanOfTwelve() {
    int[] rows = draw(RandType.GAUSSIAN, 1, ROWS);
    // The mean of 12 uniform numbers has a standard deviation of 1/12; 68.3 % lie within it.
    int sd = ROWS / 12;

    assertThat(part(rows, ROWS / 2 - sd, ROWS / 2 + sd)).isCloseTo(0.683, within(0.01));
  }

  @Test
  void specialSendsThreeOfFourToOnePercent() {
    int[] rows = draw(RandType.SPECIAL, 1, ROWS);
    // Three quarters of that one percent: see the method.
    double gaussianThere = part(draw(RandType.GAUSSIAN, 1, ROWS), 4976, 5051);

    assertThat(part(rows, 4976, 5051)).isCloseTo(0.75 + 0.25 * gaussianThere, within(0.01));
  }

  @Test
  void paretoSendsFourOfFiveToTheFirstFifth() {
    assertThat(part(draw(RandType.PARETO, 1, ROWS), 1, ROWS / 5)).isCloseTo(0.8, within(TOLERANCE));
  }

  @Test
  void zipfianFallsWithThePowerOfItsExponent() {
    int[] rows = draw(RandType.ZIPFIAN, 1, ROWS);

    assertThat(part(rows, 1, 1) / part(rows, 2, 2)).isCloseTo(Math.pow(2, 0.8), within(0.2));
    assertThat(part(rows, 1, 1) / part(rows, 4, 4)).isCloseTo(Math.pow(4, 0.8), within(0.5));
  }

  private static int[] draw(RandType type, int low, int high) {
    Distribution rows = type.distribution(new SysbenchOptions(new Properties()));
    int[] drawn = new int[DRAWS];
    Arrays.setAll(drawn, i -> rows.next(low, high));
    return drawn;
  }

  private static double part(int[] rows, int low, int high) {
    return (double) Arrays.stream(rows).filter(row -> row >= low && row <= high).count()
        / rows.length;
  }
}
