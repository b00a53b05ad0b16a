package dev.tlsbench.measure.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The setup of a run.
 *
 * @param binding the name of the database's binding, such as {@code mysql-tls}
 * @param workload the given properties of the workload, without secrets
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
   * @param cores the cores of the clients' threads, from 0; empty if they were not confined
   * @param server where the server was; {@code null} in results of older versions
   * @param targetPerSecond operations per second of all threads together; {@code null} for a closed
   *     loop
   * @param cluster executors that worked together, which only earlier versions had; {@code null}
   *     for clients on this machine
   */
  public record Clients(
      int threads,
      List<Integer> cores,
      boolean sharedCores,
      @Nullable ServerPlacement server,
      @Nullable Double targetPerSecond,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Executors cluster) {}

  /** The executors of a cluster, by their number at the end of the run. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Executors(int number) {}

  /** The extent of a run; with a warm-up of {@code null} each fork ran until it was warm. */
  public record Timing(
      int forks, int epochs, int blocks, long windowMillis, @Nullable Double warmUpSeconds) {}
}
