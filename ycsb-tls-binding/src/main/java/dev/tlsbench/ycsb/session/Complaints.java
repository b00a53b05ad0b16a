package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.url.Secrets;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Says on standard error why operations fail: once for each operation and kind of failure, because
 * a server that is gone fails a million operations. How many failed is in the measurements.
 *
 * <p>Safe to share between threads.
 */
public final class Complaints {
  private final Secrets secrets;
  private final Set<String> said = ConcurrentHashMap.newKeySet();
  private volatile @Nullable String last;

  /**
   * Starts with nothing said.
   *
   * @param properties those of the run, whose secrets are in nothing that is said
   */
  public Complaints(Properties properties) {
    secrets = Secrets.in(RunProperties.strings(properties));
  }

  /**
   * Says why an operation failed, unless that was said before.
   *
   * @param operation such as {@code read}
   * @param reason what was thrown
   */
  public void say(String operation, Exception reason) {
    String message = secrets.hide(String.valueOf(reason.getMessage()));
    last = message;
    if (said.add(operation + " " + reason.getClass().getName())) {
      System.err.println(
          "ycsb: " + operation + " failed: " + message + " (said once; all are counted)");
    }
  }

  /**
   * Why the last operation failed that did.
   *
   * @return one line; empty if none failed
   */
  public Optional<String> last() {
    return Optional.ofNullable(last);
  }
}
