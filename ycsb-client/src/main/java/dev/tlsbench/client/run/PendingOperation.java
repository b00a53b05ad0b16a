package dev.tlsbench.client.run;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pending operation of a run's thread, and whether the run still waits for the thread.
 *
 * <p>An operation is either answered in time and measured, or counted as unanswered: never both,
 * and never neither.
 */
final class PendingOperation {
  private @Nullable String name;
  private boolean answered;
  private boolean givenUp;

  /** Records that an operation is about to be sent to the server. */
  synchronized void begin(String operation) {
    refuseIfGivenUp();
    beginLast(operation);
  }

  /** Records the same for the clean-up, which is always done. */
  synchronized void beginLast(String operation) {
    name = operation;
    answered = false;
  }

  /** Records that the answer has come and is about to be measured, unless it is too late. */
  synchronized void answered() {
    refuseIfGivenUp();
    answered = true;
  }

  /** Records that everything is measured. */
  synchronized void end() {
    name = null;
    notifyAll();
  }

  /**
   * Stops waiting for this thread: from now on it measures nothing, and sends nothing more.
   *
   * @return the unanswered operation; empty if there is none
   */
  synchronized Optional<String> giveUp() throws InterruptedException {
    while (name != null && answered) {
      wait();
    }
    givenUp = true;
    return Optional.ofNullable(name);
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
