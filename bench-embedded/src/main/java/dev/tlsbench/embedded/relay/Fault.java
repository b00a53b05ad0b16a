package dev.tlsbench.embedded.relay;

/** A failure of the network between a client and a server, injected by a {@link Relay}. */
public enum Fault {
  /** Both ends are closed. New connections are accepted, and closed at once. */
  CUT,

  /**
   * Both ends are reset (RST), as by a peer that has lost its memory of the connection. New
   * connections are accepted, and reset at once.
   */
  RESET,

  /**
   * Connections stay open, new ones too, but nothing passes: no bytes, no end of a stream, no
   * reset. All of it passes once healed.
   */
  STALL,

  /** 1024 bytes a second pass in each direction of a connection, in portions of 128 bytes. */
  SLOW,

  /**
   * The client reads the end of the stream. Bytes that it sends still reach the server; bytes from
   * the server are lost. The connection stays so after healing.
   */
  HALF_CLOSE,

  /** The lowest bit of the last byte is inverted in the next piece from the server. */
  CORRUPT_FROM_SERVER,

  /** The lowest bit of the last byte is inverted in the next piece to the server. */
  CORRUPT_TO_SERVER
}
