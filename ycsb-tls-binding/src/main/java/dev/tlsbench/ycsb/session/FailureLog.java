package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.url.Secrets;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
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
public final class FailureLog {
  /** The remedy for an insert whose key exists, behind a database's message. */
  public static final String DUPLICATE_KEY =
      " (a record of an earlier load or run has this key: remove those records, or use another"
          + " table)";

  private static final Logger LOGGER = System.getLogger(FailureLog.class.getName());

  private final Secrets secrets;
  private final Set<String> logged = ConcurrentHashMap.newKeySet();
  private final Function<Exception, String> explain;
  private final AtomicReference<@Nullable First> first = new AtomicReference<>();
  private final LongAdder likeFirst = new LongAdder();

  /** Creates a log without entries. */
  public FailureLog(Properties properties, Function<Exception, String> explain) {
    this.secrets = Secrets.in(RunProperties.strings(properties));
    this.explain = explain;
  }

  /**
   * Logs why an operation failed, unless that was logged before.
   *
   * @param operation such as {@code read}
   */
  public void log(String operation, Exception reason) {
    String message = secrets.hide(explain.apply(reason));
    String kind = operation + " " + reason.getClass().getName();
    if (first.get() == null) {
      first.compareAndSet(null, new First(kind, message));
    }
    First earliest = first.get();
    if (earliest != null && earliest.kind().equals(kind)) {
      likeFirst.increment();
    }
    if (logged.add(kind)) {
      LOGGER.log(
          Level.ERROR, operation + " failed: " + message + " (logged once; all are counted)");
    }
  }

  /** {@return the first failure; empty if none failed} */
  public Optional<Cause> first() {
    return Optional.ofNullable(first.get()).map(one -> new Cause(one.message(), likeFirst.sum()));
  }

  /** The first failure. */
  public record Cause(String message, long count) {}

  private record First(String kind, String message) {}
}
