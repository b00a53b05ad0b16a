package dev.tlsbench.experiment.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ResamplesTest {
  private static final double MEDIAN = 10;

  @Test
  void takesTheMiddleOfOddAndEvenCounts() {
    assertThat(Resamples.ofMedian(new double[] {3, 1, 2}, random()).estimate().value())
        .isEqualTo(2);
    assertThat(Resamples.ofMedian(new double[] {4, 1, 2, 3}, random()).estimate().value())
        .isEqualTo(2.5);
  }

  @Test
  void leavesNoDoubtWhereAllMeasurementsAreTheSame() {
    double[] same = DoubleStream.generate(() -> 7).limit(10).toArray();

    assertThat(Resamples.ofMedian(same, random()).estimate()).isEqualTo(new Interval(7, 7, 7));
    assertThat(Resamples.ofMean(same, random()).estimate()).isEqualTo(new Interval(7, 7, 7));
  }

  @Test
  void drawsTheSameFromTheSameSeed() {
    double[] measured = sample(new Random(1), 50);

    assertThat(Resamples.ofMedian(measured, random()).estimate())
        .isEqualTo(Resamples.ofMedian(measured, random()).estimate());
  }

  @Test
  void holdsTheTrueMedianInAboutNineteenOfTwentySamples() {
    Random samples = new Random(2);
    int held = 0;
    for (int i = 0; i < 400; i++) {
      Interval estimate = Resamples.ofMedian(sample(samples, 100), random()).estimate();
      held += estimate.low95() <= MEDIAN && MEDIAN <= estimate.high95() ? 1 : 0;
    }
    // 95 % of 400 is 380; three standard deviations of a binomial count are 13.
    assertThat(held).isBetween(367, 393);
  }

  @Test
  void putsTheErrorOfBothFiguresInARatio() {
    Resamples slow = Resamples.ofMedian(new double[] {20, 20, 20}, random());
    Resamples fast = Resamples.ofMedian(new double[] {9, 10, 11}, random());

    Interval ratio = slow.with(fast, (a, b) -> a / b);

    assertThat(ratio.value()).isEqualTo(2);
    assertThat(ratio.low95()).isCloseTo(20 / 11.0, within(1e-9));
    assertThat(ratio.high95()).isCloseTo(20 / 9.0, within(1e-9));
  }

  @Test
  void findsPercentilesBetweenTwoValues() {
    assertThat(Resamples.percentile(new double[] {0, 10}, 0.95)).isCloseTo(9.5, within(1e-9));
    assertThat(Resamples.percentile(new double[] {5}, 0.95)).isEqualTo(5);
  }

  private static SplittableRandom random() {
    return new SplittableRandom(3);
  }

  /** Skewed to the right, as times are. */
  private static double[] sample(Random random, int size) {
    return DoubleStream.generate(() -> MEDIAN * Math.exp(random.nextGaussian()))
        .limit(size)
        .toArray();
  }
}
