package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.ClusterJob;
import dev.tlsbench.client.cluster.JsonLine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.spark.BarrierTaskContext;
import org.jspecify.annotations.Nullable;

/**
 * Agrees on a start with the other tasks of a barrier stage. Its barriers are slow, and tasks leave
 * them at different times, so they only carry the clocks' differences and a start in the future.
 */
final class Timetable implements AutoCloseable {
  /**
   * Time until the start: longer than tasks need to leave a barrier, and a process to read a line.
   */
  private static final Duration AHEAD = Duration.ofSeconds(3);

  private final Gathering others;
  private final LongSupplier clock;
  private final ClockSync.@Nullable Server server;
  private final String address;
  private ClockSync.@Nullable Difference correction;

  /** Waits until all tasks have called this; returns their texts in the order of the tasks. */
  @FunctionalInterface
  interface Gathering {
    String[] gather(String own);
  }

  /**
   * The start that a task proposes to the others.
   *
   * @param nanos time by the corrected clock
   */
  private record Proposal(long nanos, long errorNanos, String text) {}

  /**
   * Waits until all tasks have called this.
   *
   * @param host of the first task
   * @param clock of this machine, such as {@link ClockSync#now}
   */
  Timetable(boolean first, String host, LongSupplier clock, Gathering others) throws IOException {
    this.others = others;
    this.clock = clock;
    this.server = first ? new ClockSync.Server(clock) : null;
    this.address = others.gather(server == null ? "" : server.address(host))[0];
  }

  /** Waits until all tasks of the calling task's stage have called this. */
  static Timetable ofTask() throws IOException {
    BarrierTaskContext barrier = BarrierTaskContext.get();
    return new Timetable(
        barrier.partitionId() == 0,
        barrier.getTaskInfos()[0].address().replaceFirst(":\\d+$", ""),
        ClockSync::now,
        barrier::allGather);
  }

  /**
   * Compares the clocks, and waits until all tasks have called this. The clocks are corrected by
   * the first comparison; later comparisons determine their drift since then.
   *
   * @param text for the other tasks
   * @throws IOException if the clocks cannot be compared
   */
  ClusterJob.Start agree(String text) throws IOException {
    ClockSync.Difference found =
        server == null ? ClockSync.compare(address) : ClockSync.Difference.NONE;
    if (correction == null) {
      correction = found;
    }
    long offset = correction.offsetNanos();
    Proposal own = new Proposal(clock.getAsLong() + offset, correction.errorUntil(found), text);
    long latest = 0;
    long error = 0;
    List<String> texts = new ArrayList<>();
    for (String line : others.gather(JsonLine.of(own))) {
      Proposal other = JsonLine.parse(line, Proposal.class);
      latest = Math.max(latest, other.nanos());
      error = Math.max(error, other.errorNanos());
      texts.add(other.text());
    }
    return new ClusterJob.Start(latest + AHEAD.toNanos() - offset, 2 * error, offset, texts);
  }

  @Override
  public void close() throws IOException {
    if (server != null) {
      server.close();
    }
  }
}
