package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-jdk")
class ResamplesTest {
  private static final double MEDIAN = 10;
  private static final long SEED = 3;

  @Test
  void takesTheMiddleOfOddAndEvenCounts() {
    assertThat(Resamples.ofMedian(rounds(3, 1, 2), SEED).estimate().value()).isEqualTo(2);
    assertThat(Resamples.ofMedian(rounds(4, 1, 2, 3), SEED).estimate().value()).isEqualTo(2.5);
  }

  @Test
  void leavesNoDoubtWhereAllMeasurementsAreTheSame() {
    double[][] same = rounds(7, 7, 7, 7, 7, 7, 7, 7);

    assertThat(Resamples.ofMedian(same, SEED).estimate()).isEqualTo(new Interval(7, 7, 7));
    assertThat(Resamples.ofMean(same, SEED).estimate()).isEqualTo(new Interval(7, 7, 7));
  }

  @Test
  void drawsTheSameFromTheSameSeed() {
    double[][] measured = rounds(sample(new Random(1), 50));

    assertThat(Resamples.ofMedian(measured, SEED).estimate())
        .isEqualTo(Resamples.ofMedian(measured, SEED).estimate());
  }

  @Test
  void holdsTheTrueMedianInAboutNineteenOfTwentySamples() {
    Random samples = new Random(2);
    int held = 0;
    for (int i = 0; i < 400; i++) {
      Interval estimate = Resamples.ofMedian(rounds(sample(samples, 100)), SEED).estimate();
      held += estimate.low95() <= MEDIAN && MEDIAN <= estimate.high95() ? 1 : 0;
    }
    // 95 % of 400 is 380; three standard deviations of a binomial count are 13.
    assertThat(held).isBetween(367, 393);
  }

  @Test
  void holdsTheTruthAlsoWhereMeasurementsOfARoundResembleEachOther() {
    Random samples = new Random(4);
    int held = 0;
    for (int i = 0; i < 400; i++) {
      Interval estimate = Resamples.ofMean(alikeInRounds(samples), SEED).estimate();
      held += estimate.low95() <= 0 && 0 <= estimate.high95() ? 1 : 0;
    }
    // A percentile bootstrap of 40 units is a little short of 95 %. With connections for units it
    // would hold less than half.
    assertThat(held).isBetween(360, 393);
  }

  /** 40 rounds of 20, which differ as much as the measurements in them do. */
  private static double[][] alikeInRounds(Random random) {
    double[][] rounds = new double[40][];
    for (int i = 0; i < rounds.length; i++) {
      double ofRound = random.nextGaussian();
      rounds[i] = DoubleStream.generate(() -> ofRound + random.nextGaussian()).limit(20).toArray();
    }
    return rounds;
  }

  @Test
  void comparesInPairsWhatTookTurns() {
    double[][] fast = rounds(9, 10, 11);
    double[][] slow = rounds(18, 20, 22);

    Interval ratio =
        Resamples.ofMean(slow, SEED).with(Resamples.ofMean(fast, SEED), (a, b) -> a / b);

    assertThat(ratio.value()).isEqualTo(2);
    assertThat(ratio.low95()).isCloseTo(2, within(1e-9));
    assertThat(ratio.high95()).isCloseTo(2, within(1e-9));
  }

  @Test
  void putsTheErrorOfBothFiguresInARatio() {
    Resamples slow = Resamples.ofMedian(rounds(20, 20, 20), SEED);
    Resamples fast = Resamples.ofMedian(rounds(9, 10, 11), SEED);

    Interval ratio = slow.with(fast, (a, b) -> a / b);

    assertThat(ratio.value()).isEqualTo(2);
    assertThat(ratio.low95()).isCloseTo(20 / 11.0, within(1e-9));
    assertThat(ratio.high95()).isCloseTo(20 / 9.0, within(1e-9));
  }

  @Test
  void doesWithoutRoundsInWhichNothingWasMeasured() {
    double[][] rounds = {{}, {5}, {}};

    assertThat(Resamples.ofMedian(rounds, SEED).estimate()).isEqualTo(new Interval(5, 5, 5));
    assertThat(Resamples.ofMean(rounds, SEED).estimate()).isEqualTo(new Interval(5, 5, 5));
  }

  @Test
  void findsPercentilesBetweenTwoValues() {
    assertThat(Resamples.percentile(new double[] {0, 10}, 0.95)).isCloseTo(9.5, within(1e-9));
    assertThat(Resamples.percentile(new double[] {5}, 0.95)).isEqualTo(5);
  }

  /** Each measurement is a round. */
  private static double[][] rounds(double... measured) {
    return Arrays.stream(measured).mapToObj(each -> new double[] {each}).toArray(double[][]::new);
  }

  /** Skewed to the right, as times are. */
  private static double[] sample(Random random, int size) {
    return DoubleStream.generate(() -> MEDIAN * Math.exp(random.nextGaussian()))
        .limit(size)
        .toArray();
  }
}
