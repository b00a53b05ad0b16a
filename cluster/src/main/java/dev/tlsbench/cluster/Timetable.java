package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.ClusterJob;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.BarrierTaskContext;

/**
 * Agrees on a start with the other tasks of a barrier stage. Its barriers are slow, and tasks leave
 * them at different times, so they only carry the clocks' differences, and a start that lies ahead.
 */
final class Timetable {
  /** Longer than tasks need to leave a barrier, and a process to read a line. */
  private static final Duration AHEAD = Duration.ofSeconds(3);

  private Timetable() {}

  /**
   * Waits until all tasks have called this.
   *
   * @param text for the others; without spaces
   * @throws IOException if the clocks cannot be compared
   */
  static ClusterJob.Start agree(String text) throws IOException {
    BarrierTaskContext barrier = BarrierTaskContext.get();
    boolean first = barrier.partitionId() == 0;
    try (ClockSync.Server server = first ? new ClockSync.Server(ClockSync::now) : null) {
      String host = barrier.getTaskInfos()[0].address().replaceFirst(":\\d+$", "");
      String address = barrier.allGather(server == null ? "" : server.address(host))[0];
      ClockSync.Difference clock = first ? ClockSync.Difference.NONE : ClockSync.compare(address);
      String own = (ClockSync.now() + clock.offsetNanos()) + " " + clock.errorNanos() + " " + text;
      long latest = 0;
      long error = 0;
      List<String> texts = new ArrayList<>();
      for (String other : barrier.allGather(own)) {
        String[] fields = other.split(" ", 3);
        latest = Math.max(latest, Long.parseLong(fields[0]));
        error = Math.max(error, Long.parseLong(fields[1]));
        texts.add(fields[2]);
      }
      return new ClusterJob.Start(
          latest + AHEAD.toNanos() - clock.offsetNanos(), 2 * error, clock.offsetNanos(), texts);
    }
  }
}
