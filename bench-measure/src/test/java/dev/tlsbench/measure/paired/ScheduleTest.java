package dev.tlsbench.measure.paired;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.report.stats.Estimator;
import dev.tlsbench.report.stats.LevelEstimate;
import dev.tlsbench.report.stats.PairedSample;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Forks and epochs on a clock that the test moves. */
class ScheduleTest {
  private static final Duration EPOCH = Duration.ofSeconds(1);

  private long now;

  private static Settings settings(int forks, int epochs, Duration duration) {
    Settings.Timing timing =
        new Settings.Timing(
            Duration.ofMillis(100), 1, forks, epochs, null, duration, null, Duration.ofMinutes(1));
    return new Settings(
        Settings.Clients.anywhere(1, 0),
        timing,
        Settings.Data.SHARED,
        Duration.ofMinutes(1),
        7,
        List.of());
  }

  private Schedule schedule(int forks, int epochs, Duration duration) {
    return new FixedSchedule(settings(forks, epochs, duration), () -> now);
  }

  /** At least three forks, for ± 1 %, in a minute at most. */
  private Schedule precise(Optional<LevelEstimate> widest) {
    return new PrecisionSchedule(
        settings(3, 0, Duration.ofSeconds(40)), 0.01, 3, () -> widest, () -> now);
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
      schedule.endEpoch(Duration.ZERO);
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
  void stopsOnceTheIntervalIsNarrow() {
    PairedSample.Builder sample = PairedSample.builder();
    for (int fork = 0; fork < 3; fork++) {
      for (int epoch = 0; epoch < 3; epoch++) {
        sample.add(fork, epoch, 0, 0.2 + 0.0001 * (fork + epoch));
      }
    }
    Schedule schedule = precise(Optional.of(new Estimator(7).estimate(sample.build())));
    for (int fork = 0; fork < 3; fork++) {
      assertThat(schedule.wantsFork()).isTrue();
      assertThat(fork(schedule, Duration.ofSeconds(4))).isEqualTo(3);
    }
    assertThat(schedule.wantsFork()).isFalse();
  }

  @Test
  void beginsAnotherForkWhereNoEpochOfOneCounts() {
    Schedule schedule = precise(Optional.empty());
    int forks = 0;
    while (schedule.wantsFork()) {
      assertThat(fork(schedule, Duration.ofSeconds(5))).as("as long as its warm-up").isEqualTo(5);
      forks++;
    }
    assertThat(forks).as("of 10 s in a minute").isEqualTo(6);
  }

  @Test
  void beginsNoForkAfterTheLongestTime() {
    Schedule schedule =
        new PrecisionSchedule(
            settings(30, 0, Duration.ofSeconds(40)), 0.01, 3, Optional::empty, () -> now);
    int forks = 0;
    while (schedule.wantsFork()) {
      fork(schedule, Duration.ofSeconds(5));
      forks++;
    }
    assertThat(forks).as("of 10 s in a minute, where 30 are usual").isEqualTo(6);
  }
}
