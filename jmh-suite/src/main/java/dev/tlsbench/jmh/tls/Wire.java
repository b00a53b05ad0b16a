package dev.tlsbench.jmh.tls;

import java.nio.ByteBuffer;

/**
 * The bytes on their way between a client and a server, and room for decrypted messages. Allocated
 * once and kept across flights and handshakes.
 */
final class Wire {
  /** More than any flight of a handshake with the certificates used here. */
  private static final int BYTES = 1 << 16;

  private final ByteBuffer fromClient = ByteBuffer.allocate(BYTES);
  private final ByteBuffer fromServer = ByteBuffer.allocate(BYTES);
  private final ByteBuffer plain = ByteBuffer.allocate(BYTES);

  /** Bytes that a side has sent and its peer has not read; between turns ready to be read. */
  ByteBuffer from(Side side) {
    return side == Side.CLIENT ? fromClient : fromServer;
  }

  /** Room for decrypted messages, empty. */
  ByteBuffer plain() {
    return plain.clear();
  }

  /** Discards unread bytes. */
  void clear() {
    fromClient.clear().flip();
    fromServer.clear().flip();
  }
}
