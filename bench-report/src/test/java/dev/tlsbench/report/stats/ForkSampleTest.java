package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ForkSampleTest {
  @Test
  void takesForksAsUnits() {
    // Means 1, 2, 3: standard error 1 / sqrt(3), t(2) = 4.302653.
    Estimate estimate = sample(new double[][] {{0.9, 1.1}, {2}, {3, 3, 3}}).estimate();
    assertThat(estimate.mean()).isEqualTo(2, within(1e-12));
    assertThat(estimate.reach95()).isEqualTo(4.302653 / Math.sqrt(3), within(1e-6));
    assertThat(estimate.reach99()).isEqualTo(9.924843 / Math.sqrt(3), within(1e-6));
    assertThat(estimate.forks()).isEqualTo(3);
    assertThat(estimate.epochs()).isEqualTo(6);
  }

  @Test
  void isNotNarrowerThanTheEpochsAllowIfForksAgree() {
    // Inside the forks the variance is 2, with 2 degrees of freedom: t(2) * sqrt(2 / 4).
    Estimate estimate = sample(new double[][] {{1, 3}, {1, 3}}).estimate();
    assertThat(estimate.reach95()).isEqualTo(4.302653 * Math.sqrt(0.5), within(1e-6));
  }

  @Test
  void takesEpochsOfASingleFork() {
    Estimate estimate = sample(new double[][] {{1, 2, 3}}).estimate();
    assertThat(estimate.reach95()).isEqualTo(4.302653 / Math.sqrt(3), within(1e-6));
  }

  @Test
  void takesForksOfOneEpochEach() {
    Estimate estimate = sample(new double[][] {{1}, {2}, {3}}).estimate();
    assertThat(estimate.reach95()).isEqualTo(4.302653 / Math.sqrt(3), within(1e-6));
  }

  @Test
  void readsLogarithmsAsRatios() {
    Estimate estimate = new Estimate(Math.log(2), 0.1, 0.7, 0.02, 5, 50);
    assertThat(estimate.ratio().value()).isEqualTo(2, within(1e-12));
    assertThat(estimate.ratio().low95()).isEqualTo(2 * Math.exp(-0.1), within(1e-12));
    assertThat(estimate.ratio().high95()).isEqualTo(2 * Math.exp(0.1), within(1e-12));
    assertThat(2 * estimate.halfWidth())
        .isEqualTo(estimate.ratio().high95() - estimate.ratio().low95(), within(1e-12));
    assertThat(estimate.excludesZero()).isFalse();
  }

  @Test
  void addsAnIndependentErrorInQuadrature() {
    Estimate wider = new Estimate(0.2, 0.06, 0.08, 1e-9, 1, 9).with(0.05);
    assertThat(wider.mean()).isEqualTo(0.2);
    assertThat(wider.reach95()).isEqualTo(Math.hypot(0.06, 1.959964 * 0.05), within(1e-6));
    assertThat(wider.reach99()).isEqualTo(Math.hypot(0.08, 2.575829 * 0.05), within(1e-6));
    assertThat(wider.excludesZero()).isTrue();
    assertThat(new Estimate(0.1, 0.06, 0.08, 1e-9, 1, 9).with(0.05).excludesZero()).isFalse();
  }

  @Test
  void refusesSingleEpochsAndWhatIsNotFinite() {
    ForkSample one = sample(new double[][] {{1}});
    assertThat(one.isRepeated()).isFalse();
    assertThatThrownBy(one::estimate).hasMessageContaining("at least 2");
    assertThatThrownBy(() -> one.add(3, Double.NaN)).hasMessageContaining("fork 3: NaN");
  }

  private static ForkSample sample(double[][] forks) {
    ForkSample sample = new ForkSample();
    for (int fork = 0; fork < forks.length; fork++) {
      for (double value : forks[fork]) {
        sample.add(fork, value);
      }
    }
    return sample;
  }
}
