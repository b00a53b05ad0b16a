package dev.tlsbench.experiment.console;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.judge.NothingMeasuredException;
import dev.tlsbench.report.folder.UnusableFolderException;

/** Distinguishes failures that a user can correct from others. */
public final class Failures {
  private Failures() {}

  /** Returns a failure in one sentence, which may hold passwords. */
  public static String message(Exception e) {
    String message = expected(e).getMessage();
    boolean says = isExpected(e) || e instanceof NothingMeasuredException;
    return says && message != null ? message : e.toString();
  }

  /** Returns true if the user can correct the failure, so that its message suffices. */
  public static boolean isExpected(Exception e) {
    return isExpected(expected(e));
  }

  private static boolean isExpected(Throwable cause) {
    return cause instanceof InvalidSettingException
        || cause instanceof ConnectFailedException
        || cause instanceof UnusableFolderException;
  }

  /**
   * Returns the failure that YCSB wraps: the cause that a user can correct if there is one, else
   * the exception itself.
   */
  public static Throwable expected(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (isExpected(cause)) {
        return cause;
      }
    }
    return e;
  }
}
