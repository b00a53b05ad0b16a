package dev.tlsbench.client.run;

/** Exit codes of the client. */
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
}
