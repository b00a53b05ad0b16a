package dev.tlsbench.jmh.tls;

/** One end of a connection. */
public enum Side {
  /** Who opens the connection. */
  CLIENT,
  /** Who shows a certificate. */
  SERVER;

  /**
   * The end that is not this one.
   *
   * @return the peer of this side
   */
  public Side peer() {
    return this == CLIENT ? SERVER : CLIENT;
  }
}
