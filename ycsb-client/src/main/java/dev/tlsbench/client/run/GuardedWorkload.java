package dev.tlsbench.client.run;

import dev.tlsbench.client.run.TrackedDb.GivenUpException;
import dev.tlsbench.ycsb.workload.Tallying;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.Workload;

/**
 * A workload that never throws: YCSB's {@code ClientThread} would end the JVM with exit code 0.
 * Keeps the first failure, and asks all threads to stop. An abandoned thread just ends.
 */
final class GuardedWorkload extends Workload {
  private final Workload workload;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  GuardedWorkload(Workload workload) {
    this.workload = workload;
  }

  /** Returns the failure that ended the run early. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Returns the number of rows written or read; 0 if the workload does not count them. */
  long rows() {
    return workload instanceof Tallying tallying ? tallying.tally().counts().rows() : 0;
  }

  /** Ends the run for a reason outside the workload. */
  void fail(Throwable reason) {
    failure.compareAndSet(null, reason);
    requestStop();
  }

  @Override
  @SuppressWarnings("NullAway") // YCSB: null if a thread has no state of its own.
  public Object initThread(Properties properties, int thread, int threads) {
    try {
      return workload.initThread(properties, thread, threads);
    } catch (Exception e) {
      fail(e);
      return null;
    }
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    return guarded(() -> workload.doInsert(db, state));
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return guarded(() -> workload.doTransaction(db, state));
  }

  private boolean guarded(BooleanSupplier operation) {
    try {
      return operation.getAsBoolean();
    } catch (GivenUpException e) {
      return false;
    } catch (RuntimeException | Error e) {
      fail(e);
      return false;
    }
  }

  @Override
  public void cleanup() {
    try {
      workload.cleanup();
    } catch (Exception e) {
      fail(e);
    }
  }

  @Override
  public void requestStop() {
    workload.requestStop();
  }

  @Override
  public boolean isStopRequested() {
    return workload.isStopRequested();
  }
}
