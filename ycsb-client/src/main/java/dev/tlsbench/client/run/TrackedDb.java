package dev.tlsbench.client.run;

import dev.tlsbench.client.database.ForwardingDb;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A client that knows its pending operation, and whether the run still waits for its thread.
 *
 * <p>An operation is either answered in time and measured, or counted as unanswered: never both,
 * and never neither.
 */
final class TrackedDb extends ForwardingDb {
  private @Nullable String pending;
  private boolean answered;
  private boolean givenUp;

  TrackedDb(DB db) {
    super(db);
  }

  @Override
  protected Status around(String operation, Supplier<Status> call) {
    synchronized (this) {
      refuseIfGivenUp();
      begin(operation);
    }
    try {
      return call.get();
    } finally {
      answered();
    }
  }

  /** Sends the last batch, if any, even if the run no longer waits. */
  @Override
  public void cleanup() throws DBException {
    begin("CLEANUP");
    try {
      super.cleanup();
    } finally {
      answered();
    }
  }

  private synchronized void begin(String operation) {
    pending = operation;
    answered = false;
  }

  /** Records that the answer has come and is about to be measured, unless it is too late. */
  private synchronized void answered() {
    refuseIfGivenUp();
    answered = true;
  }

  /** Records that everything is measured. */
  synchronized void end() {
    pending = null;
    notifyAll();
  }

  /**
   * Stops waiting for this thread: from now on it measures nothing, and sends nothing more.
   *
   * @return the unanswered operation; empty if there is none
   */
  synchronized Optional<String> giveUp() throws InterruptedException {
    while (pending != null && answered) {
      wait();
    }
    givenUp = true;
    return Optional.ofNullable(pending);
  }

  private void refuseIfGivenUp() {
    if (givenUp) {
      throw new GivenUpException();
    }
  }

  /** Ends the work of an abandoned thread. */
  static final class GivenUpException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private GivenUpException() {
      super("the run is over");
    }
  }
}
