package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.secret.Secrets;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Logs why operations fail: once for each operation and type of failure, because a lost server
 * fails a million operations. The measurements contain the number of failures.
 *
 * <p>The lines are errors of {@link System.Logger}, under the name of this class; the application
 * prints them under its own name.
 *
 * <p>Thread-safe.
 */
public final class Complaints {
  private static final Logger LOGGER = System.getLogger(Complaints.class.getName());

  private final Secrets secrets;
  private final Set<String> said = ConcurrentHashMap.newKeySet();
  private volatile @Nullable String last;

  /**
   * Creates a log without entries.
   *
   * @param properties the run's properties, whose secrets are hidden in all lines
   */
  public Complaints(Properties properties) {
    secrets = Secrets.in(RunProperties.strings(properties));
  }

  /**
   * Logs why an operation failed, unless that was logged before.
   *
   * @param operation such as {@code read}
   * @param reason the exception
   */
  public void say(String operation, Exception reason) {
    String message = secrets.hide(String.valueOf(reason.getMessage()));
    last = message;
    if (said.add(operation + " " + reason.getClass().getName())) {
      LOGGER.log(
          Level.ERROR, operation + " failed: " + message + " (logged once; all are counted)");
    }
  }

  /** {@return the message of the last failure, in one line; empty if none failed} */
  public Optional<String> last() {
    return Optional.ofNullable(last);
  }
}
