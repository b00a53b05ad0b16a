package dev.tlsbench.measure.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.cluster.ClusterJob.Start;
import dev.tlsbench.measure.fork.ForkReply.EpochData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Forks that run in step with others. */
class TimedRoundTest {
  private static final int CONTENDERS = 3;
  private static final int BLOCKS = 2;

  /** One and a half times the longest opening, 3 ms, and 200 ms. */
  private static final long ALLOWANCE = 204_500_000;

  private static final long WINDOW = TimeUnit.MILLISECONDS.toNanos(20);

  /** Between two clocks that are read one after the other. */
  private static final long CONVERSION = 5_000_000;

  /** The start of each window by {@link System#nanoTime}; -1 if it was left out. */
  private final List<Long> begun = new ArrayList<>();

  /** The rest of each window at its start. */
  private final List<Long> left = new ArrayList<>();

  private TimedRound round(long slowMillis) {
    RoundSpec spec = new RoundSpec(0, 0, 0, BLOCKS, TimeUnit.NANOSECONDS.toMillis(WINDOW));
    return new TimedRound(
        spec,
        CONTENDERS,
        (order, pace) -> {
          pace.opens();
          for (int window = 0; window < BLOCKS * CONTENDERS; window++) {
            long rest = pace.starts(window, WINDOW);
            begun.add(rest > 0 ? System.nanoTime() : -1);
            left.add(rest);
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(slowMillis);
            while (System.nanoTime() < end) {
              Thread.onSpinWait();
            }
          }
          return new EpochData(order.number(), 0, Map.of(), null, List.of(), Map.of());
        });
  }

  private final long startNanos = System.nanoTime() + 20_000_000;

  private Start start(long errorNanos, String... texts) {
    return new Start(startNanos - TimedRound.nanoTime(0), errorNanos, 0, List.of(texts));
  }

  /** A busy machine may be late, and never early. */
  private void assertNotBefore(long distanceNanos) {
    for (int window = 0; window < BLOCKS * CONTENDERS; window++) {
      long time = startNanos + ALLOWANCE + window * distanceNanos;
      if (begun.get(window) != -1) {
        assertThat(begun.get(window) - time).isGreaterThan(-CONVERSION);
      }
    }
  }

  @Test
  void windowsAreAtEqualDistances() throws Exception {
    List<EpochData> epochs = new ArrayList<>();

    round(0).run(start(0, "1000000/0", "3000000/1000"), epochs::add);

    assertThat(epochs).extracting(EpochData::number).containsExactly(0, 1, 2);
    // 20 ms, and a guard of 10.
    assertNotBefore(30_000_000);
  }

  @Test
  void aWindowThatBeginsLateEndsWithTheOthers() throws Exception {
    // A window and its guard take 30 ms, so the second begins a millisecond late, or later.
    round(31).run(start(0, "3000000/0"), epoch -> {});

    assertThat(left.get(0)).isLessThanOrEqualTo(WINDOW);
    assertThat(left.get(1)).isLessThanOrEqualTo(WINDOW - 1_000_000);
  }

  @Test
  void theGuardHasRoomForAnOperation() throws Exception {
    round(0).run(start(0, "3000000/20000000"), epoch -> {});

    assertNotBefore(60_000_000);
  }

  @Test
  void forksThatWarmUpLongerMeasureTheSameEpochs() throws Exception {
    List<EpochData> epochs = new ArrayList<>();
    TimedRound round = round(0);
    round.warmUp();
    String needs = round.warmUp();
    begun.clear();

    round.run(start(0, needs), epochs::add);

    assertThat(epochs).extracting(EpochData::number).containsExactly(0, 1, 2);
  }

  @Test
  void theGuardIsTwiceAsLongAsTheClocksMayDiffer() throws Exception {
    long guard = round(0).run(start(20_000_000, "3000000/0"), epoch -> {});

    assertThat(guard).isEqualTo(40_000_000);
    assertNotBefore(60_000_000);
  }

  @Test
  void leavesOutAWindowWhoseTimeHasPassed() throws Exception {
    round(40).run(start(0, "3000000/0"), epoch -> {});

    assertThat(begun.subList(1, BLOCKS * CONTENDERS)).contains(-1L);
  }
}
