package dev.tlsbench.junit;

/** Rules for connections in plain text. */
public enum Plain {
  /** A connection in plain text fails the test. */
  NEVER,
  /** Connections in plain text are not checked. */
  ALLOWED
}
