package dev.tlsbench.measure.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.fork.EpochData;
import dev.tlsbench.measure.fork.EpochData.BurstData;
import dev.tlsbench.measure.fork.EpochData.Spread;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.result.EpochResult.Cost;
import dev.tlsbench.measure.result.EpochResult.Overhead;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Warm-ups of made-up epochs. */
class WarmthTest {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(3);

  /** Two windows of 100 ms for each of three contenders. */
  private static final Duration USUAL = Duration.ofMillis(600);

  private static Settings settings(@Nullable Duration warmUp) {
    return settings(warmUp, 0);
  }

  /** With a target there are no bursts. */
  private static Settings settings(@Nullable Duration warmUp, double targetPerSecond) {
    return new Settings(
        Settings.Clients.anywhere(1, targetPerSecond),
        new Settings.Timing(
            Duration.ofMillis(100),
            2,
            3,
            0,
            warmUp,
            Duration.ofSeconds(60),
            null,
            Duration.ofMinutes(1),
            false),
        Settings.Data.SHARED,
        Duration.ofMinutes(1),
        7,
        List.of());
  }

  private static EpochData epoch(
      double logRatio, double error, double compile, double serverCompile) {
    return epoch(1, logRatio, error, 0, compile, serverCompile);
  }

  private static EpochData epoch(
      double connectMillis,
      double logRatio,
      double error,
      double cpuError,
      double compile,
      double serverCompile) {
    return new EpochData(
        0,
        -1,
        connectMillis,
        Map.of(
            "tls13",
            new BurstData(
                100,
                1000,
                0,
                logRatio,
                new Spread(error, cpuError),
                logRatio,
                new Cost("tls13", 1e3, 1e3, 1e3),
                10)),
        new Conditions(1000, null, new Overhead(0, compile, serverCompile, 0)),
        List.of(),
        Map.of(),
        Map.of(),
        null);
  }

  private static Warmth after(EpochData... epochs) {
    Warmth warmth = new Warmth(settings(null), 3);
    for (EpochData epoch : epochs) {
      warmth.add(epoch);
    }
    return warmth;
  }

  @Test
  void isReachedAfterThreeSteadyEpochsWithoutCompilation() {
    EpochData good = epoch(0.18, 0.001, 29, 29);
    Warmth warmth = after(epoch(0.5, 0.001, 400, 0), good, good);
    assertThat(warmth.isReached()).isFalse();
    warmth.add(good);
    assertThat(warmth.isReached()).isTrue();
    assertThat(warmth.isOver(LONG_ENOUGH)).isTrue();
  }

  @Test
  void takesTwoSecondsAtLeast() {
    EpochData good = epoch(0.18, 0.001, 0, 0);
    assertThat(after(good, good, good).isOver(Duration.ofMillis(1999))).isFalse();
  }

  @Test
  void isOverAfterThirtySecondsInAnyCase() {
    Warmth warmth = after(epoch(0.18, 0.001, 500, 0));
    assertThat(warmth.isOver(Duration.ofMillis(29_999))).isFalse();
    assertThat(warmth.isOver(Duration.ofSeconds(30))).isTrue();
    assertThat(warmth.isReached()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    // Compilers of the client, or of the server, took 5 % of the three seconds, or more.
    "0.180, 0.001, 150, 150, true",
    "0.180, 0.001, 151, 0, false",
    "0.180, 0.001, 0, 151, false",
    // Ratios differ by 5 % or less.
    "0.229, 0.001, 0, 0, true",
    "0.235, 0.001, 0, 0, false",
    // By more, but no more than chance would make them.
    "0.235, 0.020, 0, 0, true",
    "0.300, 0.020, 0, 0, false"
  })
  void looksAtCompilationAndRatios(
      double logRatio, double error, double compile, double serverCompile, boolean warm) {
    EpochData before = epoch(0.18, error, 0, 0);
    EpochData last = epoch(logRatio, error, compile, serverCompile);
    assertThat(after(before, before, last).isOver(LONG_ENOUGH)).isEqualTo(warm);
  }

  @Test
  void findsTheOperationsOfABurst() {
    EpochData tenEach = epoch(0.18, 0.001, 0, 0);
    assertThat(after(tenEach, tenEach).burstOperations()).isEqualTo(10);
    assertThat(after().burstOperations()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "0.000, 0.000, 1",
    "0.010, 0.010, 1",
    "0.011, 0.000, 2",
    "0.020, 0.000, 4",
    "0.050, 0.000, 6",
    "NaN, 0.000, 6",
    // CPU time scatters more than time, or is unknown.
    "0.000, 0.020, 4",
    "0.020, 0.010, 4",
    "0.011, NaN, 2"
  })
  void makesBurstsAsLongAsTheirScatterAsks(double error, double cpuError, int length) {
    EpochData epoch = epoch(1, 0.18, error, cpuError, 0, 0);
    assertThat(after(epoch, epoch, epoch).countedBursts()).isEqualTo(USUAL.multipliedBy(length));
    assertThat(after().countedBursts()).isEqualTo(USUAL);
  }

  @ParameterizedTest
  @CsvSource({"200, 600", "201, 603", "1199, 3597", "1300, 3600"})
  void worksThreeTimesAsLongAsItConnects(double connectMillis, long bursts) {
    EpochData cold = epoch(5 * connectMillis, 0.18, 0.011, 0, 0, 0);
    EpochData epoch = epoch(connectMillis, 0.18, 0.011, 0, 0, 0);
    Warmth warmth = after(cold, epoch);
    assertThat(warmth.bursts()).isEqualTo(Duration.ofMillis(bursts));
    assertThat(warmth.countedBursts()).isEqualTo(Duration.ofMillis(Math.min(3600, 2 * bursts)));
    assertThat(after().bursts()).isEqualTo(USUAL);
  }

  @Test
  void hasNoBurstsInAnOpenLoop() {
    Warmth warmth = new Warmth(settings(null, 100), 3);
    warmth.add(epoch(1300, 0.18, 0.011, 0, 0, 0));
    assertThat(warmth.bursts()).isZero();
    assertThat(warmth.countedBursts()).isZero();
  }

  @Test
  void givesManyVariantsMoreTime() {
    assertThat(Warmth.limit(3)).isEqualTo(Duration.ofSeconds(30));
    assertThat(Warmth.limit(15)).isEqualTo(Duration.ofSeconds(90));
    Warmth many = new Warmth(settings(null), 15);
    assertThat(many.isOver(Duration.ofSeconds(89))).isFalse();
    assertThat(many.isOver(Duration.ofSeconds(90))).isTrue();
    assertThat(many.isReached()).isFalse();
  }

  @Test
  void theUsersTimeDecidesAlone() {
    Warmth warmth = new Warmth(settings(Duration.ofSeconds(5)), 3);
    assertThat(warmth.isOver(Duration.ofMillis(4999))).isFalse();
    assertThat(warmth.isOver(Duration.ofSeconds(5))).isTrue();
    assertThat(warmth.isReached()).isTrue();
  }

  @Test
  void takesEightSecondsWithoutBursts() {
    Warmth warmth = new Warmth(settings(null, 100), 3);
    assertThat(warmth.isOver(Duration.ofMillis(7999))).isFalse();
    assertThat(warmth.isOver(Duration.ofSeconds(8))).isTrue();
    assertThat(warmth.isReached()).isTrue();
  }

  @Test
  void waitsForCompilersWithoutBurstsToo() {
    Warmth warmth = new Warmth(settings(null, 100), 3);
    warmth.add(epoch(0, 0, 160, 0));
    assertThat(warmth.isOver(Duration.ofSeconds(8))).isFalse();
    assertThat(warmth.isOver(Duration.ofSeconds(30))).isTrue();
    assertThat(warmth.isReached()).as("what is left is a warning").isTrue();
    warmth.add(epoch(0, 0, 0, 0));
    warmth.add(epoch(0, 0, 0, 0));
    assertThat(warmth.isOver(Duration.ofSeconds(8))).isFalse();
    warmth.add(epoch(0, 0, 0, 0));
    assertThat(warmth.isOver(Duration.ofSeconds(8))).isTrue();
  }
}
