package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.report.stats.SimulatedRun.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class EstimatorTest {
  private static final Shape USUAL = new Shape(5, 10, 5);
  private static final Estimator ESTIMATOR = new Estimator(42);

  @Test
  void findsTheEffectThatWasPutIn() {
    PairedSample sample = SimulatedRun.of(USUAL, 0, 0.01, 0.01).withEffect(-0.05).sample(1);

    LevelEstimate estimate = ESTIMATOR.estimate(sample);

    assertThat(estimate.ratio()).isCloseTo(Math.exp(-0.05), within(0.01));
    assertThat(estimate.interval95().low()).isLessThan(estimate.ratio());
    assertThat(estimate.interval95().high()).isGreaterThan(estimate.ratio());
    assertThat(estimate.interval95().excludesOne()).isTrue();
    assertThat(estimate.interval99().excludesOne()).isTrue();
    assertThat(estimate.wilcoxonP()).isLessThan(1e-6);
    assertThat(List.of(estimate.size().forks(), estimate.size().epochs(), estimate.size().blocks()))
        .containsExactly(5, 50, 250);
    assertThat(estimate.size().speaksOfAllForks()).isTrue();
  }

  @Test
  void seesNoEffectWhereNoneIs() {
    LevelEstimate estimate = ESTIMATOR.estimate(SimulatedRun.of(USUAL, 0, 0.01, 0.01).sample(2));

    assertThat(estimate.interval95().excludesOne()).isFalse();
    assertThat(estimate.interval99().excludesOne()).isFalse();
    assertThat(estimate.wilcoxonP()).isGreaterThan(0.05);
  }

  @Test
  void turnsRoundWhenBaselineAndVariantDo() {
    PairedSample.Builder there = PairedSample.builder();
    PairedSample.Builder back = PairedSample.builder();
    double[][][] values = SimulatedRun.of(USUAL, 0.02, 0.01, 0.01).sample(3).values();
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values[i].length; j++) {
        for (int k = 0; k < values[i][j].length; k++) {
          there.add(i, j, k, values[i][j][k]);
          back.add(i, j, k, -values[i][j][k]);
        }
      }
    }

    LevelEstimate a = ESTIMATOR.estimate(there.build());
    LevelEstimate b = ESTIMATOR.estimate(back.build());

    assertThat(b.ratio()).isCloseTo(1 / a.ratio(), within(1e-12));
    assertThat(b.interval95().low())
        .isCloseTo(1 / a.interval95().high(), within(0.05 * a.halfWidth()));
    assertThat(b.interval99().high())
        .isCloseTo(1 / a.interval99().low(), within(0.05 * a.halfWidth()));
    assertThat(b.wilcoxonP()).isCloseTo(a.wilcoxonP(), within(1e-12));
  }

  @Test
  void givesTheSameAnswerForTheSameSeedAndNearlyTheSameForAnother() {
    PairedSample sample = SimulatedRun.of(USUAL, 0.01, 0.03, 0.03).sample(4);

    LevelEstimate estimate = ESTIMATOR.estimate(sample);
    LevelEstimate other = new Estimator(43).estimate(sample);

    assertThat(new Estimator(42).estimate(sample)).isEqualTo(estimate);
    assertThat(other).isNotEqualTo(estimate);
    assertThat(other.ratio()).isEqualTo(estimate.ratio());
    assertThat(other.halfWidth())
        .isCloseTo(estimate.halfWidth(), within(0.05 * estimate.halfWidth()));
  }

  @Test
  void agreesWithStudentsIntervalOnTheMeansOfForks() {
    PairedSample.Builder sample = PairedSample.builder();
    double[] forks = {0.01, 0.03, 0.02, 0.05, 0.04};
    for (int i = 0; i < forks.length; i++) {
      sample.add(i, 0, 0, forks[i] - 0.001).add(i, 1, 0, forks[i] + 0.001);
    }

    LevelEstimate estimate = new Estimator(1, 100_000).estimate(sample.build());

    // Mean 0.03, standard deviation of the five 0.0158114, t(4) 2.776445 and 4.604095.
    assertThat(Math.log(estimate.ratio())).isCloseTo(0.03, within(1e-12));
    double half = 2.776445 * 0.0158114 / Math.sqrt(5);
    assertThat(Math.log(estimate.interval95().high()) - 0.03).isCloseTo(half, within(0.02 * half));
    double half99 = 4.604095 * 0.0158114 / Math.sqrt(5);
    assertThat(Math.log(estimate.interval99().high()) - 0.03)
        .isCloseTo(half99, within(0.03 * half99));
    assertThat(estimate.size().degreesOfFreedom()).isEqualTo(4);
    // t(4, 0.8) is 0.940965.
    assertThat(Math.log1p(estimate.smallestEffect()))
        .isCloseTo((2.776445 + 0.940965) * 0.0158114 / Math.sqrt(5), within(1e-6));
  }

  @Test
  void speaksOfThisForkOnlyWhenThereIsOne() {
    LevelEstimate estimate =
        ESTIMATOR.estimate(SimulatedRun.of(new Shape(1, 30, 5), 0.1, 0.03, 0.03).sample(5));

    assertThat(estimate.size().speaksOfAllForks()).isFalse();
    assertThat(estimate.components().sdFork()).isZero();
    assertThat(estimate.size().degreesOfFreedom()).isEqualTo(29);
  }

  @Test
  void doesNotTrustForksThatHappenToAgree() {
    PairedSample.Builder sample = PairedSample.builder();
    for (int fork = 0; fork < 3; fork++) {
      for (int epoch = 0; epoch < 10; epoch++) {
        sample.add(fork, epoch, 0, epoch % 2 == 0 ? 0.03 : -0.03);
      }
    }

    LevelEstimate estimate = ESTIMATOR.estimate(sample.build());

    // The forks' means are equal; the epochs alone give t(27) * 0.0316 / sqrt(30) = 0.0118.
    assertThat(estimate.halfWidth()).isCloseTo(0.0118 / 2, within(0.0004));
    assertThat(estimate.size().degreesOfFreedom()).isEqualTo(27);
  }

  @Test
  void takesAFigureThatExistsOnceAnEpoch() {
    LevelEstimate estimate =
        ESTIMATOR.estimate(SimulatedRun.of(new Shape(5, 10, 1), 0, 0.03, 0).sample(6));

    assertThat(estimate.components().sdBlock()).isZero();
    assertThat(estimate.components().sdEpoch()).isCloseTo(0.03, within(0.01));
  }

  @Test
  void takesForksOfOneEpoch() {
    LevelEstimate estimate =
        ESTIMATOR.estimate(SimulatedRun.of(new Shape(6, 1, 4), 0.02, 0, 0).sample(7));

    assertThat(estimate.size().degreesOfFreedom()).isEqualTo(5);
    assertThat(estimate.components().sdFork()).isCloseTo(0.02, within(0.015));
    assertThat(estimate.components().sdEpoch()).isZero();
  }

  @Test
  void isSureOfFiguresThatNeverDiffer() {
    LevelEstimate none = ESTIMATOR.estimate(SimulatedRun.of(USUAL, 0, 0, 0).sample(8));
    LevelEstimate same =
        ESTIMATOR.estimate(SimulatedRun.of(USUAL, 0, 0, 0).withEffect(0.1).sample(8));

    assertThat(none.ratio()).isEqualTo(1);
    assertThat(none.halfWidth()).isZero();
    assertThat(none.wilcoxonP()).isEqualTo(1);
    assertThat(none.interval95().excludesOne()).isFalse();
    assertThat(same.interval99().low()).isCloseTo(Math.exp(0.1), within(1e-9));
    assertThat(same.wilcoxonP()).isLessThan(1e-6);
  }

  @Test
  void needsTwoEpochs() {
    assertThatThrownBy(() -> ESTIMATOR.estimate(PairedSample.builder().build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("epochs: 0; an interval needs at least 2");
    PairedSample one = PairedSample.builder().add(0, 0, 0, 0.1).add(0, 0, 1, 0.2).build();
    assertThat(one.isRepeated()).isFalse();
    assertThatThrownBy(() -> ESTIMATOR.estimate(one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("epochs: 1; an interval needs at least 2");
  }

  @Test
  void needsResamplesEnoughForThe99PercentInterval() {
    assertThatThrownBy(() -> new Estimator(1, 199))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("resamples: 199");
  }
}
