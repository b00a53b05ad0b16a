package dev.tlsbench.measure.placement;

/**
 * The undoing of a change to a server, once: on request or when this JVM ends, by a signal too.
 * Nothing undoes it after {@code kill -9}.
 *
 * <p>Thread-safe.
 */
public final class Undo<E extends Exception> {
  private final Step<E> undo;
  private final Thread atExit = new Thread(this::runAtExit, "tlsbench-undo");
  private boolean done;

  private Undo(Step<E> undo) {
    this.undo = undo;
  }

  public interface Step<E extends Exception> {
    void run() throws E;
  }

  /** Makes a change; {@code undo} also runs if it fails. */
  public static <E extends Exception> Undo<E> after(Step<E> change, Step<E> undo) throws E {
    Undo<E> made = new Undo<>(undo);
    Runtime.getRuntime().addShutdownHook(made.atExit);
    try {
      made.change(change);
      return made;
    } catch (Exception e) {
      try {
        made.run();
      } catch (Exception again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  private synchronized void change(Step<E> change) throws E {
    if (!done) {
      change.run();
    }
  }

  /** Undoes the change, unless that was done before. */
  public void run() throws E {
    runOnce();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is ending.
    }
  }

  private synchronized void runOnce() throws E {
    if (!done) {
      done = true;
      undo.run();
    }
  }

  private void runAtExit() {
    try {
      runOnce();
    } catch (Exception e) {
      // Standard error has had the command that does it by hand.
    }
  }
}
