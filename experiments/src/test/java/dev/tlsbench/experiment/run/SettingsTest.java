package dev.tlsbench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  private static final int CONTENDERS = 3;
  private static final int BLOCKS = 2;

  @ParameterizedTest
  @CsvSource({"100, 0, 600", "999, 0, 5994", "1000, 0, 0", "10000, 0, 0", "100, 500, 0"})
  void burstsTakeAsLongAsShortWindowsOfAClosedLoop(long window, double target, long bursts) {
    Settings settings =
        new Settings(
            Settings.Clients.anywhere(1, target),
            new Settings.Timing(
                Duration.ofMillis(window),
                BLOCKS,
                1,
                1,
                Duration.ZERO,
                Duration.ofSeconds(1),
                null,
                Duration.ofMinutes(1)),
            Settings.Data.SHARED,
            Duration.ofMinutes(1),
            7,
            List.of());

    assertThat(settings.bursts(CONTENDERS)).isEqualTo(Duration.ofMillis(bursts));
  }
}
