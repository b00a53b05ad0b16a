package dev.tlsbench.measure.fork;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tlsbench.measure.driver.StorageEngine.Pages;
import dev.tlsbench.measure.fork.Bursts.Burst;
import dev.tlsbench.measure.result.Negotiated;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.jspecify.annotations.Nullable;

/**
 * A message of a fork: a line of JSON on its standard output. An empty message is a sign of life,
 * sent after each connection and each window.
 *
 * @param ready true if all variants have connected once and epochs can run
 * @param failure the reason to end; {@code null} for none
 * @param epoch the measurements; {@code null} for none
 * @param answer to an order that is no epoch, as a record or, once read, a map; {@code null} for
 *     none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ForkReply(
    boolean ready,
    @Nullable Failure failure,
    @Nullable EpochData epoch,
    @Nullable Object answer) {

  static ForkReply alive() {
    return new ForkReply(false, null, null, null);
  }

  public static ForkReply nowReady() {
    return new ForkReply(true, null, null, null);
  }

  public static ForkReply failed(Failure failure) {
    return new ForkReply(false, failure, null, null);
  }

  public static ForkReply measured(EpochData epoch) {
    return new ForkReply(false, null, epoch, null);
  }

  public static ForkReply answering(Object answer) {
    return new ForkReply(false, null, null, answer);
  }

  /** Kinds of failure, by exit code. */
  public enum Kind {
    /** A property is wrong. */
    INVALID,
    /** There is no connection, or it negotiated other TLS than requested. */
    NO_CONNECTION,
    /** Anything else. */
    BROKEN
  }

  /**
   * The reason why a fork ends.
   *
   * @param message one line; may hold passwords, which must be removed before it is shown
   */
  public record Failure(Kind kind, String message) {}

  /**
   * The measurements of one epoch.
   *
   * @param connectMillis the time to open all connections
   * @param bursts by variant; empty if there were none
   * @param conditions during the bursts, or without bursts during the windows
   * @param windows in the order in which they ran
   * @param clients the connections of each variant, by its name
   */
  public record EpochData(
      int number,
      double connectMillis,
      Map<String, BurstData> bursts,
      Conditions conditions,
      List<WindowData> windows,
      Map<String, ClientData> clients) {

    /** Returns a copy with other windows. */
    public EpochData with(List<WindowData> others) {
      return new EpochData(number, connectMillis, bursts, conditions, others, clients);
    }
  }

  /**
   * The bursts of one variant in an epoch. Ratios exclude blocks with a failed operation.
   *
   * @param blocks the number of blocks without a failed operation
   * @param operations of all bursts, including failed ones
   * @param errors the number of failed operations
   * @param logTypical the natural logarithm of the typical ratio to the baseline: the median of the
   *     ratios of the time for an operation in each block
   * @param spread of the blocks
   * @param logMean the natural logarithm of the ratio of the mean times, without the slowest tenth
   *     of the blocks: a stall in any variant's burst excludes the whole block
   * @param cost of an operation in blocks without a failed operation
   * @param operationsOfABurst of each thread; 0 without blocks
   */
  public record BurstData(
      int blocks,
      long operations,
      long errors,
      double logTypical,
      Spread spread,
      double logMean,
      Cost cost,
      double operationsOfABurst) {
    /**
     * The cost of an operation; NaN if unknown.
     *
     * @param typicalNanos the median over the blocks, per thread
     * @param cpuNanos the mean CPU time of the threads
     * @param serverNanos the mean CPU time of the server
     */
    public record Cost(double typicalNanos, double cpuNanos, double serverNanos) {}

    /**
     * Standard errors, from the spread of the blocks.
     *
     * @param standardError of {@code logTypical}
     * @param cpuError of the logarithm of the ratio of the threads' CPU times; not a number if
     *     unknown
     */
    public record Spread(double standardError, double cpuError) {}

    /** The part of the blocks that a trimmed mean uses. */
    private static final double KEPT = 0.9;

    /** The distance between the quartiles of a normal distribution, in standard deviations. */
    private static final double QUARTILES = 1.349;

    /** Standard error of the median divided by that of the mean, for normal data. */
    private static final double OF_MEDIAN = Math.sqrt(Math.PI / 2);

    /**
     * Summarizes the bursts of a variant.
     *
     * @param blocks the bursts of each block, the baseline's first
     * @param variant the index of the variant in the blocks
     * @param threads the number of threads in a burst
     */
    static BurstData of(List<List<Burst>> blocks, int variant, int threads) {
      List<List<Burst>> sound =
          blocks.stream()
              .filter(block -> block.stream().allMatch(burst -> burst.errors() == 0))
              .toList();
      double[] logs = logs(sound, variant, Burst::nanos);
      double[] ofCpu = logs(sound, variant, Burst::cpuNanos);
      return new BurstData(
          sound.size(),
          blocks.stream().mapToLong(block -> block.get(variant).operations()).sum(),
          blocks.stream().mapToLong(block -> block.get(variant).errors()).sum(),
          Median.withDefaults().evaluate(logs),
          new Spread(
              standardError(logs),
              StandardDeviation.of(ofCpu).getAsDouble() / Math.sqrt(ofCpu.length)),
          logMean(sound, variant),
          cost(sound.stream().map(block -> block.get(variant)).toList()),
          blocks.stream().mapToInt(block -> block.get(variant).operations()).average().orElse(0)
              / threads);
    }

    private static double[] logs(
        List<List<Burst>> blocks, int variant, ToDoubleFunction<Burst> time) {
      return blocks.stream()
          .mapToDouble(
              block ->
                  Math.log(
                      time.applyAsDouble(block.get(variant)) / time.applyAsDouble(block.get(0))))
          .toArray();
    }

    private static Cost cost(List<Burst> bursts) {
      double[] nanos =
          bursts.stream()
              .mapToDouble(burst -> (double) burst.nanos() / burst.operations())
              .toArray();
      double cpu = bursts.stream().mapToDouble(Burst::cpuNanos).sum();
      double server = bursts.stream().mapToDouble(Burst::serverNanos).sum();
      long operations = bursts.stream().mapToLong(Burst::operations).sum();
      return new Cost(Median.withDefaults().evaluate(nanos), cpu / operations, server / operations);
    }

    private static double logMean(List<List<Burst>> blocks, int variant) {
      List<List<Burst>> kept =
          blocks.stream()
              .sorted(Comparator.comparingLong(BurstData::nanos))
              .limit(Math.round(KEPT * blocks.size()))
              .toList();
      double own = kept.stream().mapToDouble(block -> block.get(variant).nanos()).sum();
      double base = kept.stream().mapToDouble(block -> block.get(0).nanos()).sum();
      return Math.log(own / base);
    }

    /** Returns a robust standard deviation of the logarithms of the blocks' ratios. */
    public double scatter() {
      return spread.standardError() * Math.sqrt(blocks);
    }

    private static long nanos(List<Burst> block) {
      return block.stream().mapToLong(Burst::nanos).sum();
    }

    /** Returns the standard error of the median; unknown for a single block. */
    private static double standardError(double[] logs) {
      if (logs.length < 2) {
        return Double.NaN;
      }
      double[] quartiles = Quantile.withDefaults().evaluate(logs, 0.25, 0.75);
      return OF_MEDIAN * (quartiles[1] - quartiles[0]) / QUARTILES / Math.sqrt(logs.length);
    }
  }

  /**
   * One window.
   *
   * @param block from 0
   * @param order the position in the block, from 0
   * @param startMillis on the wall clock
   * @param pages of all tables, including the flush at the end; {@code null} without flushes
   * @param latencies an HdrHistogram of nanoseconds for each operation, by its name, compressed, in
   *     Base64
   */
  public record WindowData(
      String variant,
      int block,
      int order,
      long startMillis,
      WorkData work,
      Use use,
      @Nullable Pages pages,
      Map<String, String> latencies) {

    /** Returns the latencies of all operations together. */
    public Histogram latency() {
      return Histograms.sum(latencies.values().stream());
    }

    /** Returns a copy without the histograms, which are the largest part. */
    public WindowData withoutLatencies() {
      return new WindowData(variant, block, order, startMillis, work, use, pages, Map.of());
    }

    /** Omits the histograms. */
    @Override
    public String toString() {
      return "WindowData[" + variant + ", " + block + ", " + work + "]";
    }
  }

  /**
   * The work done in a window.
   *
   * @param seconds the length, with the flush at the end if there is one
   * @param perSecond operations a second, all threads together
   * @param operations including failed ones
   * @param errors the number of failed operations
   * @param ignoredErrors errors after which an operation was repeated, such as deadlocks
   * @param rows rows written or read by operations; 0 if the workload does not count them
   * @param bytes of values that the server sent; 0 if neither client nor workload counts them
   */
  public record WorkData(
      double seconds,
      double perSecond,
      long operations,
      long errors,
      long ignoredErrors,
      long rows,
      long bytes) {}

  /**
   * Resources used during a window; times in milliseconds.
   *
   * @param clientCpu CPU time of the client's JVM
   * @param serverCpu CPU time of the server's process; {@code null} if not on this machine
   * @param gc time in the client's collector
   * @param steal CPU time that the hypervisor gave to other virtual machines
   * @param idle idle CPU time, all cores together
   * @param serverMemoryBytes resident memory of the server's process at the end; {@code null} if
   *     not on this machine
   */
  public record Use(
      double clientCpu,
      @Nullable Double serverCpu,
      double gc,
      double steal,
      double idle,
      @Nullable Long serverMemoryBytes) {}

  /**
   * The connections of one variant in an epoch; histograms of nanoseconds, compressed, in Base64.
   *
   * @param negotiated handshakes by outcome
   * @param logins the number of log-ins by their way; empty if the protocol has only one
   * @param differences from the requested TLS settings
   */
  public record ClientData(
      List<Negotiated> negotiated,
      Map<String, Long> logins,
      List<String> differences,
      String tcpConnect,
      String fullHandshake,
      String resumedHandshake,
      String ready) {
    /** Adds up log-ins by their way. */
    public static Map<String, Long> logins(List<ClientData> clients) {
      Map<String, Long> sums = new LinkedHashMap<>();
      clients.forEach(one -> one.logins.forEach((how, count) -> sums.merge(how, count, Long::sum)));
      return sums;
    }
  }
}
