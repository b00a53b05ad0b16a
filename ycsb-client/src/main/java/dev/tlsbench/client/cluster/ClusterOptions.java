package dev.tlsbench.client.cluster;

import dev.tlsbench.core.InvalidSettingException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options for a cluster.
 *
 * @param master as in Spark, such as {@code spark://head:7077} or {@code local[2]}
 * @param executors the number of executors, from 1
 * @param secrets true if executors receive passwords
 */
public record ClusterOptions(String master, int executors, boolean secrets) {
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
  }

  /**
   * Parses the options of the command line.
   *
   * @param executors {@code null} for one, or the number in {@code local[N]}
   * @throws InvalidSettingException if a number is too small, or more than {@code local[N]} has
   */
  public static ClusterOptions of(String master, @Nullable Integer executors) {
    int slots = localSlots(master);
    int number = executors == null ? Math.max(1, slots) : executors;
    if (slots > 0 && number > slots) {
      throw new InvalidSettingException(
          "--executors: " + master + " has room for " + slots + ", not for " + number);
    }
    return new ClusterOptions(master, number, false);
  }

  /** Returns a copy for a run whose URLs have passwords, or not. */
  public ClusterOptions withSecrets(boolean passwords) {
    return new ClusterOptions(master, executors, passwords);
  }

  private static int localSlots(String master) {
    if (master.equals(LOCAL)) {
      return 1;
    }
    return master.matches("local\\[[0-9]{1,4}]")
        ? Integer.parseInt(master.substring(LOCAL.length() + 1, master.length() - 1))
        : 0;
  }

  /** Returns whether the executors are threads of one process on this machine. */
  public boolean isLocal() {
    return master.startsWith(LOCAL);
  }
}
