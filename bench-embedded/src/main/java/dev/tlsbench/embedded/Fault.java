package dev.tlsbench.embedded;

/**
 * What can go wrong on the way between a client and a server; a {@link FaultRelay} makes it happen.
 */
public enum Fault {
  /** Both ends are closed. New connections are accepted, and closed at once. */
  CUT,

  /**
   * Both ends are reset (RST), as by a peer that has lost its memory of the connection. New
   * connections are accepted, and reset at once.
   */
  RESET,

  /**
   * Connections stay open, new ones too, but nothing passes: no bytes, and no end of a stream. What
   * waits passes once healed.
   */
  STALL,

  /** 1024 bytes a second pass in each direction of a connection, portion by portion. */
  SLOW,

  /**
   * The client reads the end of the stream; what it sends still reaches the server, whose answers
   * are lost. A connection does not get over that.
   */
  HALF_CLOSE,

  /** In the next piece that comes from the server, one bit of the last byte is another. */
  CORRUPT_FROM_SERVER,

  /** In the next piece that goes to the server, one bit of the last byte is another. */
  CORRUPT_TO_SERVER
}
