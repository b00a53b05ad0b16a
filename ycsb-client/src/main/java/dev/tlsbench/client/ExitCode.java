package dev.tlsbench.client;

/** Exit codes of the client. */
final class ExitCode {
  /** Done, and the result counts. */
  static final int DONE = 0;

  /** The command line or a property is wrong. */
  static final int INVALID = 2;

  /** Could not connect, or TLS failed. */
  static final int NO_CONNECTION = 3;

  /** The run finished, but its result must not be used. */
  static final int UNUSABLE = 4;

  private ExitCode() {}
}
