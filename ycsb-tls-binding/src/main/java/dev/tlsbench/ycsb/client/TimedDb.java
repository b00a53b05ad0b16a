package dev.tlsbench.ycsb.client;

import dev.tlsbench.ycsb.session.DirectClient;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.htrace.core.Tracer;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.DBWrapper;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * Measures the operations of a {@code DB} as YCSB does, but is connected before the clock starts:
 * {@link #open} connects, and {@link #init}, which YCSB's threads call when it runs, does nothing.
 */
final class TimedDb extends DBWrapper implements DirectClient {
  private final DB db;
  private final Consumer<Throwable> onFailure;
  private final Measurements measurements = Measurements.getMeasurements();

  /**
   * Wraps a client.
   *
   * @param onFailure told when the clean-up fails; YCSB's threads would print it and go on
   */
  TimedDb(DB db, Tracer tracer, Consumer<Throwable> onFailure) {
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

  @Override
  public Class<?> connectionType() {
    return DirectClient.of(db).connectionType();
  }

  @Override
  public <C> Status direct(String operation, Class<C> type, Use<C> use) {
    long start = System.nanoTime();
    Status status = DirectClient.of(db).direct(operation, type, use);
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
    } catch (DBException | RuntimeException e) {
      onFailure.accept(e);
    }
  }
}
