package dev.tlsbench.measure.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The setup of a run.
 *
 * @param binding the name of the database's binding, such as {@code mysql-tls}
 * @param workload the given properties of the workload, without secrets
 * @param baseline the name of the baseline variant
 * @param seed of orders and keys
 */
public record Setup(
    String binding,
    Map<String, String> workload,
    String baseline,
    Clients clients,
    Timing timing,
    long seed) {

  /**
   * The clients of each variant.
   *
   * @param threads concurrent clients, on a cluster per executor
   * @param cores the cores of the clients' threads, from 0; empty if they were not confined
   * @param sharedCores true if the server was confined to the same cores
   * @param server where the server was; {@code null} in results of older versions
   * @param targetPerSecond operations per second of all threads together; {@code null} for a closed
   *     loop
   * @param cluster {@code null} for clients on this machine
   */
  public record Clients(
      int threads,
      List<Integer> cores,
      boolean sharedCores,
      @Nullable ServerPlacement server,
      @Nullable Double targetPerSecond,
      @Nullable Executors cluster) {}

  /**
   * The executors of a cluster that worked together.
   *
   * @param number at the end of the run
   * @param lostRounds rounds without a result, because an executor was lost in them
   * @param driftedRounds rounds that were left out, because clocks drifted by more than the time
   *     between two windows
   * @param lateBlocks blocks that were left out of other rounds, because not all executors began
   *     their windows in time
   * @param clockOffsetMillis the largest correction of an executor's clock
   * @param clockErrorMillis the largest possible difference between the clocks of two executors
   *     after correction, before or after a round
   * @param bytesSentPerRound the size of a round's task for one executor, on average
   * @param bytesReceivedPerRound the size of a round's measurements from one executor, on average
   */
  public record Executors(
      int number,
      int lostRounds,
      int driftedRounds,
      int lateBlocks,
      double clockOffsetMillis,
      double clockErrorMillis,
      long bytesSentPerRound,
      long bytesReceivedPerRound) {}

  /**
   * The extent of a run.
   *
   * @param forks the number of measured JVMs
   * @param epochs the number of epochs, all forks together
   * @param blocks windows of each variant in an epoch
   * @param windowMillis the length of a window
   * @param warmUpSeconds the fixed warm-up of each fork; {@code null} if each ran until it was warm
   */
  public record Timing(
      int forks, int epochs, int blocks, long windowMillis, @Nullable Double warmUpSeconds) {}
}
