package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.report.stats.PrecisionPlanner.Costs;
import dev.tlsbench.report.stats.PrecisionPlanner.Plan;
import dev.tlsbench.report.stats.PrecisionPlanner.Step;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("any-jdk")
class PrecisionPlannerTest {
  private static final Costs COSTS = new Costs(10, 0.4, 0.4);
  private static final double AN_HOUR = 3600;

  /** A run whose components came out exactly as given. */
  private static LevelEstimate run(VarianceComponents sd, int forks, int epochs, int blocks) {
    double half = Spread.expected(sd, forks, epochs, (double) blocks / epochs).halfWidth(0.95);
    return new LevelEstimate(
        1,
        new LevelEstimate.Range(Math.exp(-half), Math.exp(half)),
        new LevelEstimate.Range(Math.exp(-half * 2), Math.exp(half * 2)),
        Math.sinh(half),
        half,
        0.5,
        sd,
        new LevelEstimate.Size(forks, epochs, blocks, epochs - 1));
  }

  @Test
  void staysInTheForkWhileForksAreAlike() {
    LevelEstimate now = run(new VarianceComponents(0, 0.035, 0.03), 5, 50, 250);

    Plan plan = new PrecisionPlanner(COSTS, 0.01, 3).plan(now, 10, AN_HOUR);

    assertThat(plan.next()).isEqualTo(Step.EPOCH);
    assertThat(plan.secondsToGoal()).isBetween(1.0, AN_HOUR);
  }

  @Test
  void startsAnotherForkWhereTheVarianceLivesBetweenForks() {
    LevelEstimate now = run(new VarianceComponents(0.03, 0.005, 0.01), 4, 40, 200);

    Plan plan = new PrecisionPlanner(COSTS, 0.02, 3).plan(now, 10, AN_HOUR);

    assertThat(plan.next()).isEqualTo(Step.FORK);
    assertThat(plan.secondsToGoal()).isLessThanOrEqualTo(AN_HOUR);
  }

  @Test
  void finishesAForkBeforeItStartsAnother() {
    LevelEstimate now = run(new VarianceComponents(0.03, 0.05, 0.05), 4, 31, 155);

    Plan plan = new PrecisionPlanner(COSTS, 0.02, 3).plan(now, 1, AN_HOUR);

    assertThat(plan.next()).isEqualTo(Step.EPOCH);
  }

  @Test
  void stopsAtTheGoalButNotBeforeThereAreForksEnough() {
    VarianceComponents sd = new VarianceComponents(0, 0.001, 0.001);

    assertThat(new PrecisionPlanner(COSTS, 0.01, 3).plan(run(sd, 3, 30, 150), 10, 60).next())
        .isEqualTo(Step.STOP);
    assertThat(new PrecisionPlanner(COSTS, 0.01, 3).plan(run(sd, 1, 30, 150), 30, 60).next())
        .isEqualTo(Step.FORK);
    assertThat(new PrecisionPlanner(COSTS, 0.01, 1).plan(run(sd, 1, 30, 150), 30, 60).next())
        .isEqualTo(Step.STOP);
  }

  @Test
  void saysThatTheGoalCannotBeReachedInTime() {
    LevelEstimate now = run(new VarianceComponents(0.05, 0.035, 0.03), 3, 30, 150);

    Plan plan = new PrecisionPlanner(COSTS, 0.001, 3).plan(now, 10, 120);

    assertThat(plan.secondsToGoal()).isGreaterThan(120);
    assertThat(plan.next()).isEqualTo(Step.FORK);
  }

  @Test
  void stillSaysWhatComesNextWhenTheTimeIsOver() {
    LevelEstimate now = run(new VarianceComponents(0.05, 0.035, 0.03), 3, 30, 150);

    Plan plan = new PrecisionPlanner(COSTS, 0.001, 3).plan(now, 10, 0);

    assertThat(plan.secondsToGoal()).isPositive();
    assertThat(plan.next()).isEqualTo(Step.EPOCH);
  }

  @ParameterizedTest
  @CsvSource({
    // sd of epochs, of blocks, cost of an epoch, of a block, blocks so far: optimum
    "0.01, 0.04, 0.4, 0.4, 5, 4",
    "0.01, 0.04, 1.6, 0.4, 5, 8",
    "0.04, 0.01, 0.4, 0.4, 5, 2",
    "0.00, 0.04, 0.4, 0.4, 5, 10",
    "0.00, 0.04, 0.4, 0.4, 60, 64"
  })
  void takesTheOptimumOfBlocksWithinItsLimits(
      double sdEpoch, double sdBlock, double epoch, double block, int soFar, int optimum) {
    LevelEstimate now = run(new VarianceComponents(0.01, sdEpoch, sdBlock), 3, 30, 30 * soFar);

    Plan plan = new PrecisionPlanner(new Costs(10, epoch, block), 0.01, 3).plan(now, 10, AN_HOUR);

    assertThat(plan.blocksPerEpoch()).isEqualTo(optimum);
  }

  @Test
  void reachesTheGoalAboutWhenItSaid() {
    VarianceComponents sd = new VarianceComponents(0.01, 0.03, 0.03);
    List<PlannedRun> runs =
        IntStream.rangeClosed(1, 40)
            .parallel()
            .mapToObj(seed -> PlannedRun.of(sd, COSTS, 0.015, 4, AN_HOUR, seed))
            .toList();

    assertThat(runs).allMatch(run -> run.estimate().halfWidth() <= 0.015);
    assertThat(runs).allMatch(run -> run.estimate().size().forks() >= 4);
    assertThat(runs.stream().filter(run -> run.seconds() < 2 * run.promised()).count())
        .isGreaterThan(30);
    assertThat(runs.stream().filter(run -> run.promised() < 3 * run.seconds()).count())
        .isGreaterThan(30);
    assertThat(runs.stream().filter(run -> run.estimate().interval95().excludesOne()).count())
        .isLessThan(8);
  }
}
