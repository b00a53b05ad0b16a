package dev.tlsbench.measure.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  private static final int CONTENDERS = 3;
  private static final int BLOCKS = 2;
  private static final Duration LONG_RUN = Duration.ofMinutes(10);

  @ParameterizedTest
  @CsvSource({"100, 0, 600", "999, 0, 5994", "1000, 0, 0", "10000, 0, 0", "100, 500, 0"})
  void burstsTakeAsLongAsShortWindowsOfAClosedLoop(long window, double target, long bursts) {
    Settings.Timing timing =
        new Settings.Timing(
            Duration.ofMillis(window), BLOCKS, 1, 1, null, LONG_RUN, null, LONG_RUN, false);

    assertThat(settings(target, timing).bursts(CONTENDERS)).isEqualTo(Duration.ofMillis(bursts));
  }

  @ParameterizedTest
  @CsvSource({"30, 8", "110, 8", "179, 8", "180, 9", "600, 30"})
  void longerRunsHaveMoreForks(long seconds, int forks) {
    assertThat(timing(null, 0, Duration.ofSeconds(seconds)).forks()).isEqualTo(forks);
  }

  @Test
  void theUserOrEpochsDecideOnForks() {
    assertThat(timing(3, 0, LONG_RUN).forks()).isEqualTo(3);
    assertThat(timing(null, 5, LONG_RUN).forks()).isEqualTo(8);
  }

  @Test
  void comparisonsThatShareTheTimeHaveForksForTheirPart() {
    Settings all = settings(0, timing(null, 0, LONG_RUN));
    assertThat(all.sharedBy(2).timing().forks()).isEqualTo(15);
    assertThat(all.sharedBy(10).timing().forks()).isEqualTo(8);
  }

  private static Settings.Timing timing(@Nullable Integer forks, int epochs, Duration duration) {
    return new Settings.Timing(
        Duration.ofMillis(100), BLOCKS, forks, epochs, null, duration, null, LONG_RUN, false);
  }

  private static Settings settings(double target, Settings.Timing timing) {
    return new Settings(
        Settings.Clients.anywhere(1, target),
        timing,
        Settings.Data.SHARED,
        Duration.ofMinutes(1),
        7,
        List.of());
  }
}
