package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EarlyShiftTest {
  private static final double TRUTH = -0.1;

  /** Forks of 20 epochs, the first {@code cold} of which have another ratio. */
  private static ForkSample sample(int forks, int cold, double shift, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ForkSample sample = new ForkSample();
    for (int fork = 0; fork < forks; fork++) {
      double ofFork = 0.01 * random.nextGaussian();
      for (int epoch = 0; epoch < 20; epoch++) {
        double early = epoch < cold ? shift : 0;
        sample.add(fork, TRUTH + ofFork + early + 0.02 * random.nextGaussian());
      }
    }
    return sample;
  }

  private static double flagged(int forks, int cold, double shift) {
    int runs = 500;
    return IntStream.range(0, runs)
            .filter(seed -> EarlyShift.of(sample(forks, cold, shift, seed)).orElseThrow().flagged())
            .count()
        / (double) runs;
  }

  @Test
  void tellsTheRatioOfBothParts() {
    EarlyShift shift = EarlyShift.of(sample(5, 5, -0.08, 1)).orElseThrow();

    assertThat(shift.flagged()).isTrue();
    assertThat(shift.early()).isCloseTo(Math.exp(TRUTH - 0.08), within(0.02));
    assertThat(shift.later()).isCloseTo(Math.exp(TRUTH), within(0.02));
  }

  @Test
  void flagsAVariantThatWarmsUpMoreSlowlyThanTheBaseline() {
    assertThat(flagged(5, 5, -0.08)).isGreaterThan(0.9);
    assertThat(flagged(5, 5, 0.08)).isGreaterThan(0.9);
    // Only half of the first quarter is cold.
    assertThat(flagged(8, 3, -0.08)).isGreaterThan(0.9);
  }

  @Test
  void seldomFlagsARatioThatIsSteady() {
    assertThat(flagged(3, 0, 0)).isLessThanOrEqualTo(0.025);
    assertThat(flagged(8, 0, 0)).isLessThanOrEqualTo(0.025);
  }

  @Test
  void saysNothingOfTooFewForksOrEpochs() {
    assertThat(EarlyShift.of(sample(2, 5, -0.5, 1))).isEmpty();
    ForkSample shortForks = new ForkSample();
    for (int fork = 0; fork < 5; fork++) {
      shortForks.add(fork, -0.5);
      shortForks.add(fork, 0);
      shortForks.add(fork, 0);
    }
    assertThat(EarlyShift.of(shortForks)).isEmpty();
  }

  @Test
  void takesForksForAlikeOnlyIfTheyAre() {
    ForkSample same = new ForkSample();
    for (int fork = 0; fork < 3; fork++) {
      for (int epoch = 0; epoch < 4; epoch++) {
        same.add(fork, TRUTH);
      }
    }

    assertThat(EarlyShift.of(same).orElseThrow().flagged()).isFalse();
  }
}
