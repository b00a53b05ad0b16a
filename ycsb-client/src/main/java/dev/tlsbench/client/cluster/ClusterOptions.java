package dev.tlsbench.client.cluster;

import dev.tlsbench.core.InvalidSettingException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options for a cluster.
 *
 * @param master as in Spark, such as {@code spark://head:7077} or {@code local[2]}
 * @param executors the number of executors, from 1
 * @param minExecutors the minimum number to continue a comparison with
 * @param secrets true if executors receive passwords
 */
public record ClusterOptions(String master, int executors, int minExecutors, boolean secrets) {
  private static final String LOCAL = "local";
  private static final Pattern MASTER =
      Pattern.compile("local(\\[[0-9]{1,4}])?|yarn|(spark|k8s)://.+");

  /**
   * @throws InvalidSettingException if the master is unknown, or a number is too small
   */
  public ClusterOptions {
    if (!MASTER.matcher(master).matches()) {
      throw new InvalidSettingException(
          "--cluster: unknown master '"
              + master
              + "'; write spark://HOST:PORT, yarn, k8s://HOST:PORT or local[N]");
    }
    if (executors < 1) {
      throw new InvalidSettingException(
          "--executors: " + executors + " is below 1; give the number of executors");
    }
    if (minExecutors < 1 || minExecutors > executors) {
      throw new InvalidSettingException(
          "--min-executors: "
              + minExecutors
              + " is not between 1 and the number of executors, "
              + executors);
    }
  }

  /**
   * Parses the options of the command line.
   *
   * @param executors {@code null} for one, or the number in {@code local[N]}
   * @param minExecutors {@code null} for half of the executors
   * @throws InvalidSettingException if a number is too small, or more than {@code local[N]} has
   */
  public static ClusterOptions of(
      String master, @Nullable Integer executors, @Nullable Integer minExecutors) {
    int slots = localSlots(master);
    int number = executors == null ? Math.max(1, slots) : executors;
    if (slots > 0 && number > slots) {
      throw new InvalidSettingException(
          "--executors: " + master + " has room for " + slots + ", not for " + number);
    }
    return new ClusterOptions(
        master, number, minExecutors == null ? (number + 1) / 2 : minExecutors, false);
  }

  /**
   * Returns a copy for another number of executors.
   *
   * @throws InvalidSettingException if it is more than {@code local[N]} has
   */
  public ClusterOptions withExecutors(int number) {
    return of(master, number, Math.min(number, minExecutors));
  }

  /** Returns a copy for a run whose URLs have passwords, or not. */
  public ClusterOptions withSecrets(boolean passwords) {
    return new ClusterOptions(master, executors, minExecutors, passwords);
  }

  private static int localSlots(String master) {
    if (master.equals(LOCAL)) {
      return 1;
    }
    return master.matches("local\\[[0-9]{1,4}]")
        ? Integer.parseInt(master.substring(LOCAL.length() + 1, master.length() - 1))
        : 0;
  }

  /** Returns whether the executors are probably on this machine, which has the master. */
  public boolean isThisMachine() {
    return isLocal()
        || master.startsWith("spark://127.0.0.1:")
        || master.startsWith("spark://localhost:");
  }

  /** Returns whether the executors are threads of one process on this machine. */
  public boolean isLocal() {
    return master.startsWith(LOCAL);
  }
}
