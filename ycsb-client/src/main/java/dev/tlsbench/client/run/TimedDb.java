package dev.tlsbench.client.run;

import dev.tlsbench.client.database.ForwardingDb;
import dev.tlsbench.client.run.TrackedDb.GivenUpException;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.htrace.core.Tracer;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.DBWrapper;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * Measures the operations of a {@code DB} as YCSB does, but connects before the clock starts:
 * {@link #open} connects, and {@link #init}, which YCSB's threads call when the clock runs, does
 * nothing. An abandoned operation counts with the status {@code NO_ANSWER}, but without a time.
 */
final class TimedDb extends ForwardingDb {
  private static final Status NO_ANSWER =
      new Status("NO_ANSWER", "No answer came; whether the server did it is not known.");

  private final TrackedDb tracked;
  private final Consumer<Throwable> onFailure;
  private final Measurements measurements = Measurements.getMeasurements();

  /**
   * Wraps a client.
   *
   * @param onFailure receives the failure of a clean-up; YCSB's threads would print it and go on
   */
  TimedDb(DB db, Tracer tracer, Consumer<Throwable> onFailure) {
    this(new TrackedDb(db), tracer, onFailure);
  }

  private TimedDb(TrackedDb tracked, Tracer tracer, Consumer<Throwable> onFailure) {
    super(new DBWrapper(tracked, tracer));
    this.tracked = tracked;
    this.onFailure = onFailure;
  }

  /** Connects. */
  void open() throws DBException {
    Properties properties = getProperties();
    if (properties.containsKey("reportlatencyforeacherror")
        || properties.containsKey("latencytrackederrors")) {
      // Reads these two, and prints a line about them.
      super.init();
    } else {
      tracked.init();
    }
  }

  @Override
  public void init() {}

  /** Stops waiting for this client; an unanswered operation is counted as such. */
  void giveUp() throws InterruptedException {
    tracked.giveUp().ifPresent(operation -> measurements.reportStatus(operation, NO_ANSWER));
  }

  @Override
  protected Status around(String operation, Supplier<Status> call) {
    try {
      return call.get();
    } finally {
      tracked.end();
    }
  }

  /** {@code DBWrapper} does not support this. */
  @Override
  public DB another() throws DBException {
    return tracked.another();
  }

  /** Measured here, since {@code DBWrapper} has no such operation. */
  @Override
  public <C> Status direct(String operation, Class<C> type, Use<C> use) {
    return around(
        operation,
        () -> {
          long start = System.nanoTime();
          Status status = tracked.direct(operation, type, use);
          long end = System.nanoTime();
          // 0 unless measurement.interval is set.
          long intended = measurements.getIntendedtartTimeNs();
          String series = status.isOk() ? operation : operation + "-FAILED";
          measurements.measure(series, micros(end - start));
          measurements.measureIntended(series, micros(end - (intended == 0 ? start : intended)));
          measurements.reportStatus(operation, status);
          return status;
        });
  }

  private static int micros(long nanos) {
    return (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMicros(nanos));
  }

  @Override
  public void cleanup() {
    try {
      super.cleanup();
    } catch (GivenUpException e) {
      // The run is over without this thread, so its failure does not matter.
    } catch (DBException | RuntimeException e) {
      onFailure.accept(e);
    } finally {
      tracked.end();
    }
  }
}
