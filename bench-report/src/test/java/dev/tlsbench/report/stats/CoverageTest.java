package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.report.stats.SimulatedRun.Trouble;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Verifies that the intervals hold a known truth as often as promised, with the forks and epochs
 * that runs have. 4,000 runs estimate a coverage to a third of a point (one standard error). Seeds
 * are fixed: a failure is a change of the method, not bad luck.
 */
@Tag("any-jdk")
class CoverageTest {
  private static final int RUNS = 4_000;

  private static Coverage of(SimulatedRun run) {
    return Coverage.of(run, RUNS);
  }

  static Stream<SimulatedRun> differentForks() {
    return Stream.of(
        SimulatedRun.of(5, 15, 0.004, 0.015),
        SimulatedRun.of(5, 25, 0.015, 0.015),
        SimulatedRun.of(6, 20, 0.05, 0.015),
        SimulatedRun.of(8, 15, 0.015, 0.015),
        SimulatedRun.of(8, 25, 0.004, 0.015));
  }

  @ParameterizedTest
  @MethodSource("differentForks")
  void intervalsOfForksThatDifferHoldTheTruthIn95Percent(SimulatedRun run) {
    Coverage coverage = of(run);

    assertThat(coverage.in95()).isBetween(0.935, 0.965);
    assertThat(coverage.in99()).isBetween(0.98, 0.997);
  }

  static List<Arguments> otherRuns() {
    Trouble stalls = new Trouble(0, 0, 0.02, false);
    return List.of(
        Arguments.of("forks alike", SimulatedRun.of(5, 15, 0, 0.015)),
        Arguments.of("forks alike", SimulatedRun.of(8, 25, 0, 0.015)),
        Arguments.of("one fork", SimulatedRun.of(1, 15, 0, 0.015)),
        Arguments.of("one fork", SimulatedRun.of(1, 25, 0, 0.015)),
        Arguments.of("stalls", SimulatedRun.of(8, 20, 0.004, 0.015).with(stalls)),
        Arguments.of("forks alike", SimulatedRun.until(0.005, 3, 0, 0.015)),
        Arguments.of("forks differ a little", SimulatedRun.until(0.01, 3, 0.004, 0.015)),
        Arguments.of("forks differ", SimulatedRun.until(0.02, 3, 0.015, 0.015)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("otherRuns")
  void otherIntervalsMayBeWiderThanNeeded(String noise, SimulatedRun run) {
    assertThat(of(run).in95()).as(noise).isBetween(0.935, 0.99);
  }

  @Test
  void aPrecisionThatNeedsTenForksCostsTwoPointsAsForksAgreeByChance() {
    Coverage coverage = of(SimulatedRun.until(0.01, 3, 0.015, 0.015));

    assertThat(coverage.forks()).isBetween(12.0, 14.0);
    assertThat(coverage.in95()).isBetween(0.915, 0.95);
  }

  @ParameterizedTest
  @Tag("full")
  @MethodSource("troubles")
  void epochsThatFavourOneSideMustBeLeftOut(Trouble trouble) {
    SimulatedRun run = SimulatedRun.of(8, 20, 0.004, 0.015);

    assertThat(of(run.with(trouble)).in95()).isLessThan(0.8);
    assertThat(of(run.with(trouble.whoseEpochsAreLeftOut())).in95()).isBetween(0.935, 0.965);
  }

  static List<Trouble> troubles() {
    return List.of(new Trouble(3, 0, 0, false), new Trouble(0, 0.25, 0, false));
  }

  @Test
  void epochsTakenForForksWouldMissTheTruth() {
    SimulatedRun run = SimulatedRun.of(1, 8 * 20, 0.015, 0.015);
    long held =
        IntStream.range(0, 200)
            .mapToObj(run::estimate)
            .filter(estimate -> Math.abs(estimate.mean()) <= estimate.reach95())
            .count();

    assertThat(held).isLessThan(60);
  }
}
