package dev.tlsbench.measure.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.measure.fork.Settings.Timing;
import dev.tlsbench.report.stats.Estimate;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Forks and epochs on a clock that the test moves. */
class ScheduleTest {
  private static final Duration EPOCH = Duration.ofSeconds(1);

  private long now;
  private @Nullable Estimate widest;

  private Schedule schedule(int forks, int epochs, Duration duration) {
    return schedule(forks, epochs, duration, null);
  }

  private Schedule schedule(int forks, int epochs, Duration duration, @Nullable Double precision) {
    return new Schedule(
        new Timing(
            Duration.ofMillis(100),
            1,
            forks,
            epochs,
            null,
            duration,
            precision,
            Duration.ofMinutes(2),
            false),
        () -> Optional.ofNullable(widest),
        () -> now);
  }

  /** Forks until ± 1 %, in two minutes at most. */
  private Schedule precise() {
    return precise(4);
  }

  private Schedule precise(int forks) {
    return schedule(forks, 0, Duration.ofSeconds(10L * forks), 0.01);
  }

  private void isWithin(double halfWidth, int forks) {
    widest = new Estimate(0, halfWidth, 2 * halfWidth, 1, forks, 8 * forks);
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  /** Runs a fork, and returns the number of its epochs. */
  private int fork(Schedule schedule, Duration warmUp) {
    schedule.beginFork();
    pass(warmUp);
    schedule.endWarmUp();
    while (schedule.wantsEpoch()) {
      pass(EPOCH);
      schedule.endEpoch();
    }
    return schedule.epochs();
  }

  @Test
  void sharesTheTime() {
    Schedule schedule = schedule(4, 0, Duration.ofSeconds(40));
    for (int fork = 0; fork < 4; fork++) {
      assertThat(schedule.wantsFork()).isTrue();
      assertThat(fork(schedule, Duration.ofSeconds(2))).isEqualTo(8);
    }
    assertThat(schedule.wantsFork()).isFalse();
  }

  @Test
  void measuresAThirdOfALongWarmUp() {
    Schedule schedule = schedule(8, 0, Duration.ofSeconds(110));
    assertThat(fork(schedule, Duration.ofSeconds(24))).isEqualTo(8);
    // The others share the remaining time, which is enough for them.
    assertThat(fork(schedule, Duration.ofSeconds(4))).isEqualTo(8);
  }

  @Test
  void hasThreeEpochsInEachForkAtLeast() {
    Schedule schedule = schedule(8, 0, Duration.ofSeconds(8));
    assertThat(fork(schedule, Duration.ofSeconds(3))).isEqualTo(3);
  }

  @Test
  void beginsNoForkThatWouldEndLate() {
    Schedule schedule = schedule(8, 0, Duration.ofSeconds(40));
    // Each takes 16 s, so half of a third one would be beyond the 40 s.
    fork(schedule, Duration.ofSeconds(12));
    assertThat(schedule.wantsFork()).isTrue();
    fork(schedule, Duration.ofSeconds(12));
    assertThat(schedule.wantsFork()).isFalse();
  }

  @Test
  void hasAsManyEpochsAsGivenHoweverLongTheyTake() {
    Schedule schedule = schedule(2, 5, Duration.ofSeconds(1));
    assertThat(fork(schedule, Duration.ofSeconds(9))).isEqualTo(5);
    assertThat(schedule.wantsFork()).isTrue();
    assertThat(fork(schedule, Duration.ofSeconds(9))).isEqualTo(5);
    assertThat(schedule.wantsFork()).isFalse();
  }

  @Test
  void measuresThreeEpochsInAForkBeyondThePlannedOnes() {
    Schedule schedule = schedule(1, 0, Duration.ofSeconds(8));
    fork(schedule, Duration.ofSeconds(3));
    assertThat(schedule.wantsFork()).isFalse();
    assertThat(fork(schedule, Duration.ofSeconds(3))).isEqualTo(3);
    schedule = schedule(1, 3, Duration.ofSeconds(8));
    fork(schedule, Duration.ofSeconds(3));
    assertThat(fork(schedule, Duration.ofSeconds(3))).isEqualTo(3);
    assertThat(schedule.done()).isEqualTo(1);
  }

  @Test
  void stopsAfterFiveForksThatCountedOnceTheIntervalIsNarrow() {
    Schedule schedule = precise();
    for (int fork = 1; fork <= 7; fork++) {
      assertThat(schedule.wantsFork()).as("fork %d", fork).isTrue();
      assertThat(fork(schedule, Duration.ofSeconds(12))).as("a third of it").isEqualTo(4);
      isWithin(fork == 6 ? 0.011 : 0.009, fork == 6 ? 6 : fork - 2);
    }
    assertThat(schedule.wantsFork()).isFalse();
  }

  @Test
  void hasAsManyForksAsGivenWhenItStops() {
    Schedule schedule = precise(7);
    isWithin(0.009, 6);
    fork(schedule, Duration.ofSeconds(2));
    assertThat(schedule.wantsFork()).isTrue();
    isWithin(0.009, 7);
    assertThat(schedule.wantsFork()).isFalse();
  }

  @Test
  void endsAtTheMaximumDurationWhateverIsKnown() {
    Schedule schedule = precise();
    int forks = 0;
    while (schedule.wantsFork()) {
      fork(schedule, Duration.ofSeconds(9));
      forks++;
    }
    assertThat(forks).as("of 12 s in two minutes").isEqualTo(10);
    assertThat(schedule.done()).isEqualTo(1);
  }

  @Test
  void measuresNoLongerThanTheMaximumDurationExceptForThreeEpochs() {
    Schedule schedule = precise();
    assertThat(fork(schedule, Duration.ofSeconds(119))).isEqualTo(3);
    assertThat(schedule.wantsFork()).isFalse();
  }

  @Test
  void estimatesByTheSquareOfTheWidthHowManyForksItTakes() {
    Schedule schedule = precise();
    for (int fork = 0; fork < 5; fork++) {
      fork(schedule, Duration.ofSeconds(9));
    }
    schedule.beginFork();
    isWithin(0.02, 5);

    assertThat(schedule.done()).isEqualTo(60 / 120.0, within(1e-9));
    isWithin(0.013, 5);
    assertThat(schedule.done()).isEqualTo(5 / (5 * 1.69), within(1e-3));
  }
}
