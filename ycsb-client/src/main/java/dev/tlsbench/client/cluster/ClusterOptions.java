package dev.tlsbench.client.cluster;

import dev.tlsbench.core.InvalidSettingException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options for a cluster.
 *
 * @param master as in Spark, such as {@code spark://head:7077} or {@code local[2]}
 * @param executors the number of executors, from 1
 * @param each true to report each executor, too
 */
public record ClusterOptions(String master, int executors, boolean each) {
  /** Threads as executors; Spark's second number is of retries, which no part has. */
  private static final Pattern LOCAL =
      Pattern.compile("local(?:\\[([1-9][0-9]{0,3}|\\*)(?:,[0-9]{1,4})?])?");

  private static final Pattern ELSEWHERE =
      Pattern.compile("yarn|k8s://.+|spark://[^,/]+:[0-9]+(,[^,/]+:[0-9]+)*");

  /**
   * Parses the options of the command line.
   *
   * @param executors {@code null} for one, or the number in {@code local[N]}
   * @throws InvalidSettingException if the master is unknown, or a number is too small, or more
   *     than {@code local[N]} has
   */
  public static ClusterOptions of(String master, @Nullable Integer executors, boolean each) {
    Matcher local = LOCAL.matcher(master);
    if (!local.matches() && !ELSEWHERE.matcher(master).matches()) {
      throw new InvalidSettingException(
          "--cluster: unknown master '"
              + master
              + "'; write spark://HOST:PORT, yarn, k8s://HOST:PORT or local[N], N from 1 on");
    }
    int slots = local.matches() ? slots(local.group(1)) : Integer.MAX_VALUE;
    int number = executors != null ? executors : local.matches() ? slots : 1;
    if (number < 1) {
      throw new InvalidSettingException(
          "--executors: " + number + " is below 1; give the number of executors");
    }
    if (number > slots) {
      throw new InvalidSettingException(
          "--executors: " + master + " has room for " + slots + ", not for " + number);
    }
    return new ClusterOptions(local.matches() ? "local[" + slots + "]" : master, number, each);
  }

  private static int slots(@Nullable String number) {
    if (number == null) {
      return 1;
    }
    return number.equals("*")
        ? Runtime.getRuntime().availableProcessors()
        : Integer.parseInt(number);
  }

  /** Returns whether the executors are threads of one process on this machine. */
  public boolean isLocal() {
    return master.startsWith("local");
  }
}
