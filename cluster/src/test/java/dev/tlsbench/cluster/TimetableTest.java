package dev.tlsbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.cluster.ClusterJob.Start;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two tasks, the first of which has another clock. */
@Timeout(60)
class TimetableTest {
  private static final long AHEAD = TimeUnit.SECONDS.toNanos(3);

  private final Exchanger<String> exchanger = new Exchanger<>();
  private final AtomicLong ahead = new AtomicLong(AHEAD);

  private String[] gather(boolean first, String own) {
    try {
      String other = exchanger.exchange(own, 30, TimeUnit.SECONDS);
      return first ? new String[] {own, other} : new String[] {other, own};
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the agreed starts: at first, and after the first clock has moved. */
  private List<Start> agree(boolean first, long moves) {
    try (Timetable timetable =
        new Timetable(
            first,
            "127.0.0.1",
            () -> ClockSync.now() + (first ? ahead.get() : 0),
            own -> gather(first, own))) {
      Start start = timetable.agree(first ? "a" : "b");
      if (first) {
        ahead.addAndGet(moves);
      }
      gather(first, "moved");
      return List.of(start, timetable.agree(""));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private List<List<Start>> agree(long moves) {
    CompletableFuture<List<Start>> first =
        CompletableFuture.supplyAsync(() -> agree(true, moves), task -> new Thread(task).start());
    List<Start> second = agree(false, moves);
    return List.of(first.join(), second);
  }

  @Test
  void allStartAtTheSameTimeByTheirOwnClocks() {
    List<List<Start>> agreed = agree(0);
    Start first = agreed.get(0).get(0);
    Start second = agreed.get(1).get(0);

    assertThat(first.texts()).containsExactly("a", "b").isEqualTo(second.texts());
    assertThat(first.offsetNanos()).isZero();
    assertThat(first.errorNanos()).isPositive().isEqualTo(second.errorNanos());
    assertThat(Math.abs(first.epochNanos() - second.epochNanos() - AHEAD))
        .isLessThanOrEqualTo(second.errorNanos());
  }

  @Test
  void findsAClockThatMovesAfterTheStart() {
    // Far more than the largest error of a comparison, even on a busy machine.
    long moves = TimeUnit.SECONDS.toNanos(-40);

    List<List<Start>> agreed = agree(moves);

    for (List<Start> one : agreed) {
      Start end = one.get(1);
      assertThat(end.offsetNanos()).isEqualTo(one.get(0).offsetNanos());
      assertThat(end.errorNanos())
          .isEqualTo(agreed.get(0).get(1).errorNanos())
          .isGreaterThanOrEqualTo(-moves);
    }
  }
}
