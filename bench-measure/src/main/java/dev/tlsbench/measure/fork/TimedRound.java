package dev.tlsbench.measure.fork;

import dev.tlsbench.client.cluster.ClusterJob.Start;
import dev.tlsbench.measure.fork.ForkReply.EpochData;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The epochs of a fork that runs in step with others. Every fork computes the same timetable, with
 * equal distances between epochs and between the windows of an epoch.
 */
final class TimedRound {
  /** The factor by which opening connections may take longer than during the warm-up. */
  private static final double SLACK = 1.5;

  private static final int CLOCK_READINGS = 10;

  private static final String SEPARATOR = "/";

  /**
   * Numbers of warm-up epochs start here, so that all forks measure equally numbered epochs after
   * warm-ups of different length.
   */
  private static final int FIRST_OF_WARM_UP = 1_000_000;

  private static final long LEAST_SLACK = TimeUnit.MILLISECONDS.toNanos(200);

  /** The minimum time between windows, in which threads end their last operation. */
  private static final long LEAST_GUARD = TimeUnit.MILLISECONDS.toNanos(10);

  /** Largest late start of a fork, as a fraction of the window. */
  private static final double LATE = 0.05;

  private final RoundSpec spec;
  private final int contenders;
  private final Epochs epochs;

  /** Runs an epoch. */
  @FunctionalInterface
  interface Epochs {
    EpochData run(EpochOrder order, Pace pace) throws Exception;
  }

  /**
   * @param contenders the number of variants, with the control
   */
  TimedRound(RoundSpec spec, int contenders, Epochs epochs) {
    this.spec = spec;
    this.contenders = contenders;
    this.epochs = epochs;
  }

  /**
   * Warms up, without a timetable.
   *
   * @return this fork's requirements for the timetable, for {@link #run}
   */
  String warmUp() throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(spec.warmUpMillis());
    Needs needs = new Needs(0, 0);
    int number = FIRST_OF_WARM_UP;
    do {
      long begin = System.nanoTime();
      EpochData epoch = epochs.run(order(number++), Pace.AT_ONCE);
      needs = needs.with(epoch, System.nanoTime() - begin);
    } while (System.nanoTime() < end);
    return needs.text();
  }

  private EpochOrder order(int number) {
    return new EpochOrder(number, true, spec.blocks(), spec.windowMillis(), 0, 0);
  }

  /**
   * The durations for which a timetable must have room, in nanoseconds.
   *
   * @param opening the longest time until all connections of an epoch could be measured
   * @param operation the 99th percentile of the slowest variant; threads complete their operation
   *     at the end of a window
   */
  private record Needs(long opening, long operation) {
    Needs with(EpochData epoch, long taken) {
      double windows =
          epoch.windows().stream().mapToDouble(window -> window.work().seconds()).sum();
      long slowest =
          epoch.windows().stream()
              .mapToLong(window -> window.latency().getValueAtPercentile(99))
              .max()
              .orElse(0);
      // The last epoch counts, because operations are slow until code is compiled.
      return new Needs(Math.max(opening, taken - Math.round(1e9 * windows)), slowest);
    }

    String text() {
      return opening + SEPARATOR + operation;
    }

    static Needs of(List<String> texts) {
      long opening = 0;
      long operation = 0;
      for (String text : texts) {
        String[] numbers = text.split(SEPARATOR, 2);
        opening = Math.max(opening, Long.parseLong(numbers[0]));
        operation = Math.max(operation, Long.parseLong(numbers[1]));
      }
      return new Needs(opening, operation);
    }
  }

  /**
   * Runs the epochs of the round.
   *
   * @param start includes the result of {@link #warmUp} from each part
   * @return the time between two windows, in nanoseconds
   */
  long run(Start start, Consumer<EpochData> measured) throws Exception {
    Needs needs = Needs.of(start.texts());
    long allowance = Math.round(SLACK * needs.opening()) + LEAST_SLACK;
    long guard = Math.max(LEAST_GUARD, 2 * Math.max(start.errorNanos(), needs.operation()));
    long window = TimeUnit.MILLISECONDS.toNanos(spec.windowMillis());
    long period = allowance + (long) spec.blocks() * contenders * (window + guard) + LEAST_SLACK;
    long count =
        Math.max(
            Settings.Timing.LEAST_EPOCHS,
            TimeUnit.MILLISECONDS.toNanos(spec.measureMillis()) / period);
    long first = nanoTime(start.epochNanos());
    for (int i = 0; i < count; i++) {
      long begin = first + i * period;
      measured.accept(
          epochs.run(order(i), new Timetable(begin, begin + allowance, window + guard)));
    }
    return guard;
  }

  /** The {@link System#nanoTime} at a time of the clock, in nanoseconds since 1970. */
  static long nanoTime(long epochNanos) {
    long difference = 0;
    long narrowest = Long.MAX_VALUE;
    // A thread that has to wait between the two clocks reads one of them too late.
    for (int i = 0; i < CLOCK_READINGS; i++) {
      long before = System.nanoTime();
      long epoch = ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
      long after = System.nanoTime();
      if (after - before < narrowest) {
        narrowest = after - before;
        difference = before - epoch;
      }
    }
    return epochNanos + difference;
  }

  /**
   * The times of one epoch, as {@link System#nanoTime} gives them. A window that begins late ends
   * at the same time as in the other forks.
   */
  private record Timetable(long opening, long windows, long distance) implements Pace {
    @Override
    public void opens() {
      await(opening);
    }

    @Override
    public long starts(int window, long nanos) {
      long time = windows + window * distance;
      await(time);
      long late = System.nanoTime() - time;
      return late <= LATE * nanos ? nanos - late : 0;
    }

    private static void await(long time) {
      for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }
  }
}
