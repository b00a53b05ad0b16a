package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.report.stats.SimulatedRun.Shape;
import dev.tlsbench.report.stats.SimulatedRun.Trouble;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Verifies that the intervals hold a known truth as often as promised. 2,000 runs estimate a
 * coverage to half a point (one standard error), so that 95 % passes, but a true coverage of 92 %
 * or 98 % does not. Seeds are fixed: a failure is a change of the method, not bad luck.
 */
@Tag("any-jdk")
class CoverageTest {
  private static final int RUNS = 2_000;
  private static final int RESAMPLES = 200;

  /** Runs that have each shape and each kind of noise once; the profile {@code full} has all. */
  private static final List<Integer> FEW = List.of(0, 3, 8, 11, 17);

  private static Coverage of(SimulatedRun run) {
    return Coverage.of(run, RUNS, RESAMPLES);
  }

  static List<Arguments> runs() {
    List<Arguments> runs = new ArrayList<>();
    List<Shape> shapes =
        List.of(
            new Shape(1, 30, 5),
            new Shape(3, 10, 5),
            new Shape(5, 10, 5),
            new Shape(10, 6, 5),
            new Shape(5, 10, 5, true));
    for (Shape shape : shapes) {
      runs.add(Arguments.of("forks alike", SimulatedRun.of(shape, 0, 0.035, 0.03)));
      if (shape.forks() > 1) {
        runs.add(Arguments.of("forks as epochs", SimulatedRun.of(shape, 0.035, 0.035, 0.03)));
        runs.add(Arguments.of("forks dominate", SimulatedRun.of(shape, 0.1, 0.035, 0.03)));
      }
      runs.add(
          Arguments.of(
              "everything at once",
              SimulatedRun.of(shape, shape.forks() > 1 ? 0.01 : 0, 0.035, 0.04)
                  .withEffect(-0.04)
                  .withCorrelation(0.6)
                  .withDrift(0.3)
                  .withPauses(0.02)));
    }
    return Boolean.getBoolean("tlsbench.full") ? runs : FEW.stream().map(runs::get).toList();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("runs")
  void intervalsOf95PercentHoldTheTruthIn93To97Percent(String noise, SimulatedRun run) {
    Coverage coverage = of(run);

    assertThat(coverage.in95()).as(noise).isBetween(0.93, 0.97);
    assertThat(coverage.in99()).as(noise).isGreaterThan(0.98);
  }

  @ParameterizedTest
  @Tag("full")
  @MethodSource("troubles")
  void epochsThatFavourOneSideMustBeLeftOut(Trouble trouble) {
    SimulatedRun run = SimulatedRun.of(new Shape(10, 10, 5), 0.01, 0.02, 0.03);

    assertThat(of(run.with(trouble)).in95()).isLessThan(0.8);
    assertThat(of(run.with(trouble.whoseEpochsAreLeftOut())).in95()).isBetween(0.93, 0.97);
  }

  static List<Trouble> troubles() {
    return List.of(new Trouble(3, 0, 0, false), new Trouble(0, 0.25, 0, false));
  }

  @Test
  void aMachineThatIsSlowerForAWhileCancels() {
    SimulatedRun run = SimulatedRun.of(new Shape(5, 10, 5), 0.01, 0.02, 0.03);

    assertThat(of(run.with(new Trouble(0, 0, 0.25, false))).in95()).isBetween(0.93, 0.97);
  }

  @Test
  void pausesThatHoldAlmostAllTheVarianceMakeIntervalsSafeRatherThanShort() {
    // Three or four pauses in 90 blocks that otherwise hardly differ: known to make t too wide.
    Coverage coverage = of(SimulatedRun.of(new Shape(5, 6, 3), 0, 0.01, 0.02).withPauses(0.02));

    assertThat(coverage.in95()).isBetween(0.95, 0.995);
  }

  @Tag("full")
  @Test
  void falseAlarmsStayAtFivePercent() {
    // The truth of these is a ratio of 1: what is outside the interval is an alarm.
    double alarms = 0;
    List<Shape> shapes = List.of(new Shape(3, 10, 5), new Shape(5, 10, 5), new Shape(10, 6, 5));
    for (Shape shape : shapes) {
      alarms += 1 - of(SimulatedRun.of(shape, 0, 0.035, 0.03)).in95();
    }

    assertThat(alarms / shapes.size()).isLessThanOrEqualTo(0.05);
  }

  @Test
  void blocksTakenForEpochsWouldAlarmMostOfTheTime() {
    // Alternation on one set of connections, which the first measurements showed to be 2 to 3 %
    // off,
    // unnoticed.
    SimulatedRun run = SimulatedRun.of(new Shape(1, 1, 150), 0, 0.035, 0.03);
    int held = 0;
    for (int seed = 0; seed < 200; seed++) {
      PairedSample.Builder blocksAsEpochs = PairedSample.builder();
      double[] blocks = run.sample(seed).values()[0][0];
      for (int i = 0; i < blocks.length; i++) {
        blocksAsEpochs.add(0, i, 0, blocks[i]);
      }
      LevelEstimate e = new Estimator(seed, RESAMPLES).estimate(blocksAsEpochs.build());
      held += e.interval95().excludesOne() ? 0 : 1;
    }

    assertThat(held).isLessThan(60);
  }

  @Tag("full")
  @Test
  void wilcoxonAlarmsAsOftenAsItSaysWhereForksAreAlikeAndTooOftenWhereNot() {
    Shape shape = new Shape(3, 10, 5);

    assertThat(of(SimulatedRun.of(shape, 0, 0.035, 0.03)).wilcoxon()).isBetween(0.03, 0.07);
    assertThat(of(SimulatedRun.of(shape, 0.035, 0.035, 0.03)).wilcoxon()).isGreaterThan(0.2);
  }

  @Tag("full")
  @Test
  void theSmallestEffectIsSeenInFourOfFiveRuns() {
    SimulatedRun run = SimulatedRun.of(new Shape(5, 10, 5), 0.02, 0.035, 0.03);
    // The same for every run of this design: standard error from the true components.
    double effect = Spread.expected(run.sd(), 5, 50, 5).smallestEffect();
    int seen = 0;
    for (int seed = 1; seed <= RUNS; seed++) {
      PairedSample sample = run.withEffect(effect).sample(seed);
      seen += new Estimator(seed, RESAMPLES).estimate(sample).interval95().excludesOne() ? 1 : 0;
    }

    assertThat((double) seen / RUNS).isBetween(0.75, 0.85);
  }
}
