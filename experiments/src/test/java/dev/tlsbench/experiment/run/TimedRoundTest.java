package dev.tlsbench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.cluster.ClusterJob.Start;
import dev.tlsbench.experiment.run.ForkReply.EpochData;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Forks that keep time with others. */
class TimedRoundTest {
  private static final int CONTENDERS = 3;
  private static final int BLOCKS = 2;

  /** One and a half times the longest opening, 3 ms, and 200 ms. */
  private static final long ALLOWANCE = 204_500_000;

  /** Between two clocks that are read one after the other. */
  private static final long CONVERSION = 5_000_000;

  /** The start of each window by {@link System#nanoTime}; -1 if it was left out. */
  private final List<Long> begun = new ArrayList<>();

  private TimedRound round(long slowMillis) {
    RoundSpec spec = new RoundSpec(0, 0, 0, BLOCKS, 5);
    return new TimedRound(
        spec,
        CONTENDERS,
        (order, pace) -> {
          pace.opens();
          for (int window = 0; window < BLOCKS * CONTENDERS; window++) {
            boolean inTime = pace.starts(window);
            begun.add(inTime ? System.nanoTime() : -1);
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
    long soon =
        ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()) + startNanos - System.nanoTime();
    return new Start(soon, errorNanos, 0, List.of(texts));
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
    // 5 ms, and a guard of 10.
    assertNotBefore(15_000_000);
  }

  @Test
  void theGuardHasRoomForAnOperation() throws Exception {
    round(0).run(start(0, "3000000/20000000"), epoch -> {});

    assertNotBefore(45_000_000);
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
    assertNotBefore(45_000_000);
  }

  @Test
  void leavesOutAWindowWhoseTimeHasPassed() throws Exception {
    round(40).run(start(0, "3000000/0"), epoch -> {});

    assertThat(begun.subList(1, BLOCKS * CONTENDERS)).contains(-1L);
  }
}
