package dev.tlsbench.client;

import dev.tlsbench.client.PendingOperation.GivenUpException;
import dev.tlsbench.ycsb.session.DirectClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.htrace.core.Tracer;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.DBWrapper;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * Measures the operations of a {@code DB} as YCSB does, but is connected before the clock starts:
 * {@link #open} connects, and {@link #init}, which YCSB's threads call when it runs, does nothing.
 * An operation that is given up counts, with the status {@code NO_ANSWER}, but not as a time.
 */
final class TimedDb extends DBWrapper implements DirectClient {
  private static final Status NO_ANSWER =
      new Status("NO_ANSWER", "No answer came; whether the server did it is not known.");

  private final AwaitedDb db;
  private final Consumer<Throwable> onFailure;
  private final Measurements measurements = Measurements.getMeasurements();

  /**
   * Wraps a client.
   *
   * @param onFailure told when the clean-up fails; YCSB's threads would print it and go on
   */
  TimedDb(DB db, Tracer tracer, Consumer<Throwable> onFailure) {
    this(new AwaitedDb(db), tracer, onFailure);
  }

  private TimedDb(AwaitedDb db, Tracer tracer, Consumer<Throwable> onFailure) {
    super(db, tracer);
    this.db = db;
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
      db.init();
    }
  }

  @Override
  public void init() {}

  /** Waits for this client no longer; what has no answer by now is counted as such. */
  void giveUp() throws InterruptedException {
    db.pending().giveUp().ifPresent(operation -> measurements.reportStatus(operation, NO_ANSWER));
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    return measured(() -> super.read(table, key, fields, result));
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature.
  public Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return measured(() -> super.scan(table, startKey, count, fields, result));
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return measured(() -> super.update(table, key, values));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return measured(() -> super.insert(table, key, values));
  }

  @Override
  public Status delete(String table, String key) {
    return measured(() -> super.delete(table, key));
  }

  private Status measured(Supplier<Status> operation) {
    try {
      return operation.get();
    } finally {
      db.pending().end();
    }
  }

  @Override
  public Class<?> connectionType() {
    return db.connectionType();
  }

  @Override
  public <C> Status direct(String operation, Class<C> type, Use<C> use) {
    return measured(() -> measuredDirect(operation, type, use));
  }

  private <C> Status measuredDirect(String operation, Class<C> type, Use<C> use) {
    long start = System.nanoTime();
    Status status = db.direct(operation, type, use);
    long end = System.nanoTime();
    // 0 unless measurement.interval asks for it.
    long intended = measurements.getIntendedtartTimeNs();
    String series = status.isOk() ? operation : operation + "-FAILED";
    measurements.measure(series, micros(end - start));
    measurements.measureIntended(series, micros(end - (intended == 0 ? start : intended)));
    measurements.reportStatus(operation, status);
    return status;
  }

  private static int micros(long nanos) {
    return Math.toIntExact(TimeUnit.NANOSECONDS.toMicros(nanos));
  }

  @Override
  public void cleanup() {
    try {
      super.cleanup();
    } catch (GivenUpException e) {
      // The run is over without this thread, and its end is nobody's concern.
    } catch (DBException | RuntimeException e) {
      onFailure.accept(e);
    } finally {
      db.pending().end();
    }
  }
}
