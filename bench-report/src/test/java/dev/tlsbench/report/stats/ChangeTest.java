package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.report.stats.Change.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Changes between runs, with the variances that docs/results/precision.md publishes. */
class ChangeTest {
  /** Half-widths in per cent of the 45 published runs of two minutes, TLS 1.3 on MySQL 9.7. */
  private static final double[] HALF_WIDTHS = {
    .41, .39, .36, .51, .69, .34, .42, .52, .35, .33, .56, .51, .58, .49, .37, .37, .58, .49, .66,
    .61, .26, .27, .57, .44, .28, .42, .31, .45, .38, .28, .41, .34, .48, .60, .49, .56, .38, .56,
    .45, .50, .55, .34, .39, .36, .69
  };

  /** The standard deviation of the same runs over the day, beyond their own errors. */
  private static final double OVER_THE_DAY = 0.0032;

  private static final int FORKS = 8;
  private static final int PAIRS = 20_000;

  private final Random random = new Random(43);

  /** A run of eight forks on a machine whose ratio changes over the day. */
  private Run run(double truth) {
    double error = HALF_WIDTHS[random.nextInt(HALF_WIDTHS.length)] / 100 / 2.365;
    double level = truth * Math.exp(OVER_THE_DAY * random.nextGaussian());
    double[] forks = new double[FORKS];
    double sum = 0;
    for (int i = 0; i < FORKS; i++) {
      forks[i] = error * Math.sqrt(FORKS) * random.nextGaussian();
      sum += forks[i];
    }
    double squares = 0;
    for (double fork : forks) {
      squares += Math.pow(fork - sum / FORKS, 2);
    }
    return new Run(
        level * Math.exp(sum / FORKS), Math.sqrt(squares / (FORKS - 1) / FORKS), FORKS - 1);
  }

  private List<Run> runs(int number, double truth) {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      runs.add(run(truth));
    }
    return runs;
  }

  /** Returns the share of comparisons that resolve a change. */
  private double found(int before, int after, double change) {
    int found = 0;
    for (int i = 0; i < PAIRS; i++) {
      Interval interval =
          Change.between(runs(before, 1.11), runs(after, 1.11 * change), Change.BETWEEN_MINUTES);
      found += interval.low95() > 1 || interval.high95() < 1 ? 1 : 0;
    }
    return (double) found / PAIRS;
  }

  @Test
  void hasAtMostFivePerCentOfFalseAlarms() {
    assertThat(found(1, 1, 1)).isBetween(0.03, 0.05);
    assertThat(found(10, 1, 1)).isBetween(0.01, 0.05);
    assertThat(found(3, 3, 1)).isBetween(0.01, 0.05);
  }

  @Test
  void findsTwoPerCentInNineteenOfTwentyPairsOfTwoMinuteRuns() {
    assertThat(found(1, 1, 1.02)).isGreaterThan(0.95);
    assertThat(found(1, 1, 1 / 1.02)).isGreaterThan(0.95);
  }

  @Test
  void holdsBothErrorsAndTheSpreadBetweenMinutes() {
    Run exact = new Run(2, 0, Double.POSITIVE_INFINITY);
    Run rough = new Run(2.1, 0.01, Double.POSITIVE_INFINITY);
    Interval change = Change.between(List.of(exact), List.of(rough), 0.003);

    assertThat(change.value()).isEqualTo(1.05, within(1e-9));
    double half = 1.95996 * Math.sqrt(0.01 * 0.01 + 2 * 0.003 * 0.003);
    assertThat(Math.log(change.high95() / change.value())).isEqualTo(half, within(1e-6));
    assertThat(Math.log(change.value() / change.low95())).isEqualTo(half, within(1e-6));
  }

  @Test
  void takesTheSpreadOfThreeRunsForBothSides() {
    List<Run> scattered =
        List.of(new Run(1, 0.001, 7), new Run(1.1, 0.001, 7), new Run(0.9, 0.001, 7));
    Interval change = Change.between(scattered, List.of(new Run(1.2, 0.001, 7)), 0.003);

    assertThat(change.low95()).isLessThan(1);
    assertThat(change.high95()).isGreaterThan(1.4);
  }

  @Test
  void hasNoIntervalWithoutAKnownSpread() {
    Run time = Run.of(new Interval(300, 290, 310), Double.POSITIVE_INFINITY);
    assertThat(time.error()).isEqualTo(10 / 300.0 / 1.95996, within(1e-6));
    assertThat(Change.between(List.of(time), List.of(time), Double.NaN).low95()).isNaN();
    assertThat(Change.between(List.of(time, time), List.of(time), Double.NaN).low95()).isNaN();
    List<Run> three = List.of(time, time, new Run(301, 0.01, 7));
    assertThat(Change.between(three, List.of(time), Double.NaN).low95()).isLessThan(1);
  }

  /** Else every other value would be a change. */
  @Test
  void takesNoSpreadFromValuesThatAreEqual() {
    Run rounded = new Run(300, Double.NaN, Double.POSITIVE_INFINITY);
    List<Run> three = List.of(rounded, rounded, rounded);
    assertThat(Change.between(three, List.of(new Run(301, Double.NaN, 7)), Double.NaN).low95())
        .isNaN();
    assertThat(Change.between(three, three, Double.NaN).low95()).isNaN();
    Run known = new Run(300, 0.01, 7);
    assertThat(Change.between(List.of(known, known, known), three, 0.003).low95()).isNaN();
    assertThat(Change.between(List.of(known, known, known), List.of(known), 0.003).low95())
        .isBetween(0.97, 0.99);
  }

  @Test
  void hasNoIntervalForNumbersWithoutBounds() {
    Run endless = Run.of(new Interval(1, 0, Double.POSITIVE_INFINITY), 1);
    assertThat(endless.error()).isNaN();
    Run wide = new Run(1, 1e300, 1);
    assertThat(Change.between(List.of(wide), List.of(wide), 0.003).high95()).isInfinite();
  }

  @Test
  void hasNoIntervalIfARunHasNoError() {
    Run unknown = Run.of(new Interval(1.1, Double.NaN, Double.NaN), 1);
    assertThat(Change.between(List.of(unknown), List.of(unknown), 0.003).high95()).isNaN();
    List<Run> three = List.of(unknown, new Run(1.2, Double.NaN, 1), unknown);
    assertThat(Change.between(three, three, 0.003).high95()).isGreaterThan(1);
  }
}
