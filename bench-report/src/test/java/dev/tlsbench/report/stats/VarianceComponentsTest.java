package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.report.stats.SimulatedRun.Shape;
import org.junit.jupiter.api.Test;

class VarianceComponentsTest {
  private static VarianceComponents estimated(SimulatedRun run) {
    return new RandomEffects(run.sample(1)).components();
  }

  @Test
  void tellsTheLevelsApart() {
    VarianceComponents sd = estimated(SimulatedRun.of(new Shape(200, 10, 5), 0.02, 0.05, 0.08));

    assertThat(sd.sdFork()).isCloseTo(0.02, within(0.003));
    assertThat(sd.sdEpoch()).isCloseTo(0.05, within(0.003));
    assertThat(sd.sdBlock()).isCloseTo(0.08, within(0.003));
  }

  @Test
  void tellsThemApartInUnbalancedRuns() {
    VarianceComponents sd =
        estimated(SimulatedRun.of(new Shape(200, 10, 5, true), 0.02, 0.05, 0.08));

    assertThat(sd.sdFork()).isCloseTo(0.02, within(0.004));
    assertThat(sd.sdEpoch()).isCloseTo(0.05, within(0.004));
    assertThat(sd.sdBlock()).isCloseTo(0.08, within(0.004));
  }

  @Test
  void agreesWithAnAnalysisOfVarianceByHand() {
    // Two forks of two epochs of two blocks; mean squares: forks 32, epochs 4, blocks 2.
    PairedSample.Builder sample = PairedSample.builder();
    double[][][] values = {{{0, 2}, {2, 4}}, {{4, 6}, {6, 8}}};
    for (int i = 0; i < 8; i++) {
      sample.add(i / 4, i / 2 % 2, i % 2, values[i / 4][i / 2 % 2][i % 2]);
    }

    VarianceComponents sd = new RandomEffects(sample.build()).components();

    assertThat(sd.sdBlock() * sd.sdBlock()).isCloseTo(2, within(1e-12));
    assertThat(sd.sdEpoch() * sd.sdEpoch()).isCloseTo((4 - 2) / 2.0, within(1e-12));
    assertThat(sd.sdFork() * sd.sdFork()).isCloseTo((32 - 4) / 4.0, within(1e-12));
  }

  @Test
  void countsWhatNeighbouringBlocksShareToTheirEpoch() {
    SimulatedRun run = SimulatedRun.of(new Shape(20, 30, 10), 0, 0, 0.06).withCorrelation(0.8);

    VarianceComponents sd = estimated(run);

    assertThat(sd.sdEpoch()).isBetween(0.03, 0.06);
    assertThat(sd.sdFork()).isLessThan(0.01);
  }
}
