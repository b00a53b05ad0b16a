package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.secret.Secrets;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
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
  private final Predicate<Exception> duplicateKey;
  private final AtomicReference<@Nullable First> first = new AtomicReference<>();
  private final LongAdder likeFirst = new LongAdder();

  /**
   * Creates a log without entries.
   *
   * @param properties the run's properties, whose secrets are hidden in all lines
   * @param duplicateKey recognizes the database's failure of an insert whose key exists
   */
  public Complaints(Properties properties, Predicate<Exception> duplicateKey) {
    this.secrets = Secrets.in(RunProperties.strings(properties));
    this.duplicateKey = duplicateKey;
  }

  /**
   * Logs why an operation failed, unless that was logged before.
   *
   * @param operation such as {@code read}
   * @param reason the exception
   */
  public void say(String operation, Exception reason) {
    String message = secrets.hide(String.valueOf(reason.getMessage()));
    String kind = operation + " " + reason.getClass().getName();
    if (first.get() == null) {
      first.compareAndSet(null, new First(kind, message, duplicateKey.test(reason)));
    }
    First earliest = first.get();
    if (earliest != null && earliest.kind().equals(kind)) {
      likeFirst.increment();
    }
    if (said.add(kind)) {
      LOGGER.log(
          Level.ERROR, operation + " failed: " + message + " (logged once; all are counted)");
    }
  }

  /** {@return the first failure; empty if none failed} */
  public Optional<Cause> first() {
    return Optional.ofNullable(first.get())
        .map(one -> new Cause(one.message(), likeFirst.sum(), one.duplicateKey()));
  }

  /**
   * The first failure.
   *
   * @param message its message, in one line
   * @param count the number of failures of the same operation and type so far
   * @param duplicateKey true if a record with its key existed
   */
  public record Cause(String message, long count, boolean duplicateKey) {}

  private record First(String kind, String message, boolean duplicateKey) {}
}
