package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ControlRuleTest {
  private static Estimate control(double p) {
    return new Estimate(0.01, 0.002, 0.003, p, 5, 50);
  }

  private static List<Double> off(Double... p) {
    return ControlRule.off(Stream.of(p).map(ControlRuleTest::control).toList()).stream()
        .map(Estimate::p)
        .sorted()
        .toList();
  }

  @Test
  void allowsHalfAPercentOrACoarserPrecision() {
    assertThat(ControlRule.allowed(null)).isEqualTo(0.005);
    assertThat(ControlRule.allowed(0.002)).isEqualTo(0.005);
    assertThat(ControlRule.allowed(0.01)).isEqualTo(0.01);
  }

  @Test
  void correctsForTheNumberOfControls() {
    assertThat(off()).isEmpty();
    assertThat(off(0.0099)).containsExactly(0.0099);
    assertThat(off(0.011)).isEmpty();
    assertThat(off(0.6, 0.004, 0.7)).as("0.004 is above a third of 0.01").isEmpty();
    assertThat(off(0.004, 0.6, 0.003))
        .as("the first is judged as one of two once the last is off")
        .containsExactly(0.003, 0.004);
    assertThat(off(0.005, 0.0051, 0.001)).as("one that is not ends it").containsExactly(0.001);
  }

  /** Without Holm's correction it is 5 %. */
  @Test
  void findsHonestControlsOffInOnePerCentOfRuns() {
    Random random = new Random(42);
    int off = 0;
    int runs = 3000;
    for (int run = 0; run < runs; run++) {
      List<Estimate> controls = Stream.generate(() -> honest(random)).limit(5).toList();
      off += ControlRule.off(controls).isEmpty() ? 0 : 1;
    }
    assertThat(off / (double) runs).isBetween(0.004, 0.016);
  }

  private static Estimate honest(Random random) {
    ForkSample sample = new ForkSample();
    for (int fork = 0; fork < 5; fork++) {
      double own = random.nextGaussian();
      for (int epoch = 0; epoch < 3; epoch++) {
        sample.add(fork, own + 0.5 * random.nextGaussian());
      }
    }
    return sample.estimate();
  }

  @Test
  void hasAProbabilityThatAgreesWithTheIntervals() {
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      Estimate estimate = honest(random);
      assertThat(estimate.p() < 0.01).isEqualTo(Math.abs(estimate.mean()) > estimate.reach99());
      assertThat(estimate.p() < 0.05).isEqualTo(Math.abs(estimate.mean()) > estimate.reach95());
    }
  }
}
