package dev.tlsbench.client.run;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import site.ycsb.DBException;

/** Exit codes of the client, and the line that explains one. */
public final class ClientExitCode {
  /** Done, and the result counts. */
  public static final int DONE = 0;

  /** The command line or a property is wrong. */
  public static final int INVALID = 2;

  /** Could not connect, or TLS failed. */
  public static final int NO_CONNECTION = 3;

  /** The run finished, but its result must not be used. */
  public static final int UNUSABLE = 4;

  private ClientExitCode() {}

  /** Returns the exit code of a failure. */
  public static int of(Exception failure) {
    Throwable cause = cause(failure);
    if (cause instanceof InvalidSettingException) {
      return INVALID;
    }
    boolean connecting = failure instanceof DBException || cause instanceof ConnectFailedException;
    return connecting ? NO_CONNECTION : UNUSABLE;
  }

  /** Describes a failure to the user. */
  public static String reason(Exception failure) {
    Throwable cause = cause(failure);
    String message = cause.getMessage();
    boolean expected =
        cause instanceof InvalidSettingException
            || cause instanceof ConnectFailedException
            || cause instanceof IOException;
    return expected && message != null ? message : cause.toString();
  }

  /** Returns the cause of YCSB's own exception, which only wraps others. */
  private static Throwable cause(Exception failure) {
    Throwable cause = failure.getCause();
    return failure instanceof DBException && cause != null ? cause : failure;
  }
}
