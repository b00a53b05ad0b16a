package dev.tlsbench.experiment.option;

import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.core.InvalidSettingException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the executors of a cluster. */
public final class ExecutorOptions {
  @Option(
      names = "--cluster",
      paramLabel = "MASTER",
      description =
          "Work from the executors of a Spark cluster: spark://HOST:PORT, yarn, k8s://… or local[N]."
              + " Needs SPARK_HOME, but for local[N]. Throughput leads: there are no bursts.")
  private @Nullable String cluster;

  @Option(
      names = "--executors",
      paramLabel = "N",
      description =
          "Executors of the cluster; --threads are those of each. Default: 1, or the number in"
              + " local[N].")
  private @Nullable String executors;

  @Option(
      names = "--min-executors",
      paramLabel = "N",
      description = "The fewest executors with which the run goes on. Default: half of them.")
  private @Nullable Integer minExecutors;

  /**
   * Returns true if a cluster is given.
   *
   * @throws InvalidSettingException if a number of executors is given without a cluster
   */
  boolean areOfCluster() {
    if (cluster == null && (executors != null || minExecutors != null)) {
      throw new InvalidSettingException(
          "--executors, --min-executors: these are for --cluster; give its master, too");
    }
    return cluster != null;
  }

  /**
   * Returns the cluster.
   *
   * @throws InvalidSettingException if a number of executors is none, too small or too large
   */
  ClusterOptions cluster() {
    return ClusterOptions.of(
        Objects.requireNonNull(cluster),
        executors == null ? null : number(executors),
        minExecutors);
  }

  private static int number(String executors) {
    try {
      return Integer.parseInt(executors.strip());
    } catch (NumberFormatException e) {
      throw new InvalidSettingException(
          "--executors: '"
              + executors
              + "' is not a number; to compare at several, use --axis executors=1,2,4,8",
          e);
    }
  }
}
