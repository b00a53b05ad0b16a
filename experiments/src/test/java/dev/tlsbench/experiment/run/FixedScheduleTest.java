package dev.tlsbench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forks and epochs on a clock that the test moves. */
class FixedScheduleTest {
  private static final Duration EPOCH = Duration.ofSeconds(1);

  private long now;

  private FixedSchedule schedule(int forks, int epochs, Duration duration) {
    Settings.Timing timing =
        new Settings.Timing(
            Duration.ofMillis(100), 1, forks, epochs, null, duration, null, Duration.ofHours(1));
    Settings settings =
        new Settings(
            Settings.Clients.anywhere(1, 0),
            timing,
            Settings.Data.SHARED,
            Duration.ofMinutes(1),
            7,
            List.of());
    return new FixedSchedule(settings, () -> now);
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  /** Runs a fork, and returns the number of its epochs. */
  private int fork(FixedSchedule schedule, Duration warmUp) {
    schedule.beginFork();
    pass(warmUp);
    schedule.endWarmUp();
    while (schedule.wantsEpoch()) {
      pass(EPOCH);
      schedule.endEpoch(Duration.ZERO);
    }
    return schedule.epochs();
  }

  @Test
  void sharesTheTime() {
    FixedSchedule schedule = schedule(4, 0, Duration.ofSeconds(40));
    for (int fork = 0; fork < 4; fork++) {
      assertThat(schedule.wantsFork()).isTrue();
      assertThat(fork(schedule, Duration.ofSeconds(2))).isEqualTo(8);
    }
    assertThat(schedule.wantsFork()).isFalse();
  }

  @Test
  void measuresAThirdOfALongWarmUp() {
    FixedSchedule schedule = schedule(8, 0, Duration.ofSeconds(110));
    assertThat(fork(schedule, Duration.ofSeconds(24))).isEqualTo(8);
    // The others share what is left, which is enough for them.
    assertThat(fork(schedule, Duration.ofSeconds(4))).isEqualTo(8);
  }

  @Test
  void hasThreeEpochsInEachForkAtLeast() {
    FixedSchedule schedule = schedule(8, 0, Duration.ofSeconds(8));
    assertThat(fork(schedule, Duration.ofSeconds(3))).isEqualTo(3);
  }

  @Test
  void beginsNoForkThatWouldEndLate() {
    FixedSchedule schedule = schedule(8, 0, Duration.ofSeconds(40));
    // Each takes 16 s, so half of a third one would be beyond the 40 s.
    fork(schedule, Duration.ofSeconds(12));
    assertThat(schedule.wantsFork()).isTrue();
    fork(schedule, Duration.ofSeconds(12));
    assertThat(schedule.wantsFork()).isFalse();
  }

  @Test
  void hasAsManyEpochsAsGivenHoweverLongTheyTake() {
    FixedSchedule schedule = schedule(2, 5, Duration.ofSeconds(1));
    assertThat(fork(schedule, Duration.ofSeconds(9))).isEqualTo(5);
    assertThat(schedule.wantsFork()).isTrue();
    assertThat(fork(schedule, Duration.ofSeconds(9))).isEqualTo(5);
    assertThat(schedule.wantsFork()).isFalse();
  }
}
