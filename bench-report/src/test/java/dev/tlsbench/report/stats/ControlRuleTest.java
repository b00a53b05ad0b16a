package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.report.stats.ControlRule.Effect;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ControlRuleTest {
  private static Estimate control(double ratio, double p) {
    return new Estimate(Math.log(ratio), 0.002, 0.003, p, 5, 50);
  }

  private static List<Effect> judge(Double precision, Estimate... controls) {
    return ControlRule.of(precision).judge(List.of(controls));
  }

  @Test
  void widensUpToHalfAPercentOrThePrecision() {
    assertThat(judge(null, control(1.0049, 0.001))).containsExactly(Effect.WIDENS);
    assertThat(judge(null, control(1.006, 0.001))).containsExactly(Effect.FORBIDS);
    assertThat(judge(0.01, control(1.0099, 0.001))).containsExactly(Effect.WIDENS);
    assertThat(judge(0.01, control(1.011, 0.001))).containsExactly(Effect.FORBIDS);
    assertThat(judge(0.001, control(1.004, 0.001)))
        .as("a finer precision")
        .containsExactly(Effect.WIDENS);
    assertThat(judge(null, control(1 / 1.0049, 0.001), control(1 / 1.006, 0.001)))
        .as("below 1")
        .containsExactly(Effect.WIDENS, Effect.FORBIDS);
  }

  @Test
  void looksAtADeviationOnlyIfItIsSignificant() {
    assertThat(judge(null, control(1.05, 0.011))).containsExactly(Effect.NONE);
    assertThat(judge(null)).isEmpty();
  }

  @Test
  void correctsForTheNumberOfPoints() {
    Estimate fine = control(1.001, 0.6);
    assertThat(judge(null, fine, control(1.02, 0.004), fine))
        .as("0.004 is above a third of 0.01")
        .containsOnly(Effect.NONE);
    assertThat(judge(null, control(1.02, 0.004), fine, control(1.003, 0.003)))
        .as("the first is judged as one of two once the last is off")
        .containsExactly(Effect.FORBIDS, Effect.NONE, Effect.WIDENS);
    assertThat(judge(null, control(1.02, 0.005), control(1.02, 0.0051), control(1.02, 0.001)))
        .as("one that is not off ends the search")
        .containsExactly(Effect.NONE, Effect.NONE, Effect.FORBIDS);
  }

  /** Without Holm's correction it is 5 %. */
  @Test
  void findsHonestPointsOffInOnePerCentOfRuns() {
    Random random = new Random(42);
    int off = 0;
    int runs = 3000;
    for (int run = 0; run < runs; run++) {
      Estimate[] controls = new Estimate[5];
      Arrays.setAll(controls, i -> honest(random));
      if (!judge(null, controls).stream().allMatch(Effect.NONE::equals)) {
        off++;
      }
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
