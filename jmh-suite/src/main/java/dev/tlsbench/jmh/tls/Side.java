package dev.tlsbench.jmh.tls;

/** One end of a connection. */
public enum Side {
  /** Opens the connection. */
  CLIENT,
  /** Shows a certificate. */
  SERVER;

  /** The end that is not this one. */
  public Side peer() {
    return this == CLIENT ? SERVER : CLIENT;
  }
}
