package dev.tlsbench.client.run;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The operation that a thread of a run waits for, and whether the run still waits for the thread.
 *
 * <p>An answer either comes in time and is measured, or the operation is counted as one without an
 * answer: never both, and never neither.
 */
final class PendingOperation {
  private @Nullable String name;
  private boolean answered;
  private boolean givenUp;

  /** An operation is about to be asked of the server. */
  synchronized void begin(String operation) {
    refuseIfGivenUp();
    beginLast(operation);
  }

  /** The same for the clean-up, which is done in any case. */
  synchronized void beginLast(String operation) {
    name = operation;
    answered = false;
  }

  /** The answer has come and is about to be measured, unless it has come too late. */
  synchronized void answered() {
    refuseIfGivenUp();
    answered = true;
  }

  /** All that is to be measured has been. */
  synchronized void end() {
    name = null;
    notifyAll();
  }

  /**
   * Waits for this thread no longer: from now on it measures nothing, and asks nothing more.
   *
   * @return the operation that has no answer; empty if there is none
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

  /** Ends the work of a thread that nobody waits for. */
  static final class GivenUpException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private GivenUpException() {
      super("the run is over");
    }
  }
}
