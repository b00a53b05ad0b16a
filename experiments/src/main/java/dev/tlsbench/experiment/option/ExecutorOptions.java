package dev.tlsbench.experiment.option;

import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.core.InvalidSettingException;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the executors of a cluster. */
public final class ExecutorOptions {
  private static final String RANGE = "..";

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
          "Executors of the cluster; --threads are those of each. Default: 1. For 'saturate' also a"
              + " range to try, such as 1..8.")
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
   * @throws InvalidSettingException if a number of executors is too small or too large
   */
  ClusterOptions cluster() {
    return ClusterOptions.of(
        Objects.requireNonNull(cluster), executors == null ? null : range()[1], minExecutors);
  }

  /**
   * Returns the first number of executors to try.
   *
   * @throws InvalidSettingException if that is no number
   */
  public int first() {
    return executors == null ? 1 : range()[0];
  }

  /**
   * Refuses a range.
   *
   * @throws InvalidSettingException if the user gave a range of executors
   */
  public void refuseRange() {
    if (executors != null && executors.contains(RANGE)) {
      throw new InvalidSettingException(
          "--executors: " + executors + ": a range is for 'saturate'; give a number");
    }
  }

  private int[] range() {
    String[] ends = String.valueOf(executors).split(Pattern.quote(RANGE), 2);
    try {
      int first = Integer.parseInt(ends[0].strip());
      int last = Integer.parseInt(ends[ends.length - 1].strip());
      if (first >= 1 && first <= last) {
        return new int[] {first, last};
      }
    } catch (NumberFormatException e) {
      throw new InvalidSettingException(
          "--executors: '" + executors + "' is no number; write 8, or 1..8 for 'saturate'", e);
    }
    throw new InvalidSettingException(
        "--executors: " + executors + " is not a number from 1 on, or a range such as 1..8");
  }
}
