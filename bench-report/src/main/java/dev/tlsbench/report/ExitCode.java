package dev.tlsbench.report;

/** Exit codes, by which scripts distinguish the results of a command. */
public final class ExitCode {
  /** Done, and the result counts. */
  public static final int DONE = 0;

  /** The command line, a file that it names or a property is wrong. */
  public static final int INVALID = 2;

  /** Could not connect, or TLS failed. */
  public static final int NO_CONNECTION = 3;

  /** The run finished, but its result must not be used. */
  public static final int UNUSABLE = 4;

  /** A limit that the user set was exceeded. */
  public static final int LIMIT_EXCEEDED = 5;

  /** The run could not decide about a limit that the user set. */
  public static final int UNDECIDED = 6;

  private ExitCode() {}

  /** Returns true if a result with this exit code can be used. */
  public static boolean isUsable(int exitCode) {
    return exitCode != UNUSABLE && exitCode != NO_CONNECTION;
  }
}
