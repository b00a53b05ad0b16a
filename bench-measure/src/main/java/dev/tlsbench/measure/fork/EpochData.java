package dev.tlsbench.measure.fork;

import dev.tlsbench.measure.driver.StorageEngine.Pages;
import dev.tlsbench.measure.result.EpochResult;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.measure.result.WindowResult;
import dev.tlsbench.ycsb.workload.Tally.Counts;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of one epoch: a fork's answer to an {@link EpochOrder}, in the records that
 * {@code result.json} keeps.
 *
 * @param fork from 0
 * @param number from 0 in each fork; below 0 in its warm-up
 * @param bursts by variant; empty if there were none
 * @param windows in the order in which they ran
 * @param counted by the workloads since the fork's start, by variant
 * @param pause {@code null} if there was none
 */
public record EpochData(
    int fork,
    int number,
    double connectMillis,
    Map<String, BurstData> bursts,
    Conditions conditions,
    List<WindowData> windows,
    Map<String, ClientData> clients,
    Map<String, Counts> counted,
    @Nullable Pause pause) {

  public EpochData with(List<WindowData> others) {
    return new EpochData(
        fork, number, connectMillis, bursts, conditions, others, clients, counted, pause);
  }

  /** The longest time in which nothing was answered, from the start of the run. */
  public record Pause(double startSeconds, double seconds) {}

  /**
   * The bursts of one variant in an epoch. Ratios exclude blocks with a failed operation.
   *
   * @param blocks the number of blocks without a failed operation
   * @param operations of all bursts, including failed ones
   * @param logTypical the natural logarithm of the typical ratio to the baseline: the median of the
   *     ratios of the time for an operation in each block
   * @param logMean the natural logarithm of the ratio of the mean times, without the slowest tenth
   *     of the blocks: a stall in any variant's burst excludes the whole block
   * @param operationsOfABurst of each thread; 0 without blocks
   */
  public record BurstData(
      int blocks,
      long operations,
      long errors,
      double logTypical,
      Spread spread,
      double logMean,
      EpochResult.Cost cost,
      double operationsOfABurst) {

    /** Returns a robust standard deviation of the logarithms of the blocks' ratios. */
    public double scatter() {
      return spread.standardError() * Math.sqrt(blocks);
    }
  }

  /** Standard errors of the logarithms of both ratios; not a number if unknown. */
  public record Spread(double standardError, double cpuError) {}

  /**
   * One window.
   *
   * @param perSecond operations a second, all threads together
   * @param counted by the workload, with the bytes that the client read
   * @param serverMemoryBytes resident memory of the server's process at the end; {@code null} if
   *     not on this machine
   * @param pages of all tables, including the flush at the end; {@code null} without flushes
   * @param latencies an HdrHistogram of nanoseconds for each operation, by its name, compressed, in
   *     Base64; empty once they were added up
   */
  public record WindowData(
      WindowResult result,
      double perSecond,
      Counts counted,
      double idleMillis,
      @Nullable Long serverMemoryBytes,
      @Nullable Pages pages,
      Map<String, String> latencies) {

    public String variant() {
      return result.variant();
    }

    public Histogram latency() {
      return Histograms.sum(latencies.values().stream());
    }

    /** Returns a copy without the histograms, which are the largest part. */
    public WindowData withoutLatencies() {
      return new WindowData(
          result, perSecond, counted, idleMillis, serverMemoryBytes, pages, Map.of());
    }

    @Override
    public String toString() {
      return "WindowData[" + result + "]";
    }
  }

  /**
   * The connections of one variant in an epoch; histograms of nanoseconds, compressed, in Base64.
   *
   * @param logins the number of log-ins by their way; empty if the protocol has only one
   * @param failure why the first operation failed, without secrets; {@code null} if none did, or
   *     records were not found
   */
  public record ClientData(
      List<Negotiated> negotiated,
      Map<String, Long> logins,
      List<String> differences,
      String tcpConnect,
      String fullHandshake,
      String resumedHandshake,
      String ready,
      @Nullable String failure) {}
}
