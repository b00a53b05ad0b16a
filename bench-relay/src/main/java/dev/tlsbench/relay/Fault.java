package dev.tlsbench.relay;

/** A failure of the network between a client and a server, injected by a {@link Relay}. */
public enum Fault {
  /** Closes both ends. New connections are accepted, and closed at once. */
  CUT,

  /**
   * Resets both ends (RST), like a peer that has lost its state. New connections are accepted, and
   * reset at once.
   */
  RESET,

  /**
   * Keeps connections open, new ones too, but passes nothing: no bytes, no end of a stream, no
   * reset. All of it passes once healed.
   */
  STALL,

  /** Passes 1024 bytes a second in each direction of a connection, in portions of 128 bytes. */
  SLOW,

  /**
   * Ends the stream to the client. Bytes from the client still reach the server; bytes from the
   * server are lost. The connection stays so after healing.
   */
  HALF_CLOSE,

  /** Inverts the lowest bit of the last byte in the next piece from the server. */
  CORRUPT_FROM_SERVER,

  /** Inverts the lowest bit of the last byte in the next piece to the server. */
  CORRUPT_TO_SERVER
}
