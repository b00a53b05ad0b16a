package dev.tlsbench.ycsb.client;

import java.util.Properties;
import java.util.function.Consumer;
import org.apache.htrace.core.Tracer;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.DBWrapper;

/**
 * Measures the operations of a {@code DB} as YCSB does, but is connected before the clock starts:
 * {@link #open} connects, and {@link #init}, which YCSB's threads call when it runs, does nothing.
 */
final class TimedDb extends DBWrapper {
  private final DB db;
  private final Consumer<Throwable> onFailure;

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
  public void cleanup() {
    try {
      super.cleanup();
    } catch (DBException | RuntimeException e) {
      onFailure.accept(e);
    }
  }
}
