package dev.tlsbench.relay;

import dev.tlsbench.relay.TappedConnection.Kind;
import dev.tlsbench.relay.TlsTap.Protocol;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Detects a connection's protocol from its first bytes, and the beginning of TLS: at the first
 * byte, or after MySQL's greeting and request for TLS (MySQL internals manual, "Connection Phase
 * Packets"). A proxy's header may come before; some servers greet after it, some before.
 */
final class Opening {
  /** The bytes kept of the first packets; a greeting begins with the server's version. */
  private static final int KEPT = 128;

  private static final int RECORD_OF_HANDSHAKE = 22;
  private static final int TLS_MAJOR = 3;

  /** The header of a MongoDB message: length, two ids, operation code, each of four bytes. */
  private static final int MONGO_HEADER = 16;

  private static final int MONGO_LONGEST = 48_000_000;
  private static final int OP_QUERY = 2004;
  private static final int OP_COMPRESSED = 2012;
  private static final int OP_MSG = 2013;

  /** The header of a MySQL packet: three bytes of length, and a sequence number. */
  private static final int MYSQL_HEADER = 4;

  private static final int MYSQL_PROTOCOL = 10;
  private static final int CLIENT_SSL = 0x800;

  private final ByteBuffer ofClient = ByteBuffer.allocate(KEPT).order(ByteOrder.LITTLE_ENDIAN);
  private final ByteBuffer ofServer = ByteBuffer.allocate(KEPT).order(ByteOrder.LITTLE_ENDIAN);
  private final ProxyHeader header = new ProxyHeader();
  private final Protocol protocol;
  private Kind kind = Kind.UNKNOWN;
  private @Nullable String version;
  private boolean serverSpeaksFirst;
  private int toSkipOfServer = -1;
  private int toSkipOfClient = -1;

  Opening(Protocol protocol) {
    this.protocol = protocol;
  }

  /** Returns the kind of connection; {@code UNKNOWN} before enough was sent. */
  Kind kind() {
    return kind;
  }

  /** Returns the version in the greeting of a MySQL server; {@code null} without one. */
  @Nullable String version() {
    return version;
  }

  /** Returns the client's own address from a proxy's header; {@code null} without one. */
  @Nullable InetSocketAddress source() {
    return header.source();
  }

  /**
   * Reads bytes of the client.
   *
   * @return bytes of TLS that were held back; the rest of {@code bytes} follows them
   */
  ByteBuffer fromClient(ByteBuffer bytes) {
    read(header.take(bytes));
    if (header.state() == ProxyHeader.State.MALFORMED) {
      kind = Kind.OTHER;
    }
    read(bytes);
    return kind == Kind.TLS && !serverSpeaksFirst
        ? ofClient.duplicate().flip()
        : ByteBuffer.allocate(0);
  }

  private void read(ByteBuffer bytes) {
    if (serverSpeaksFirst) {
      readRequest(bytes);
      return;
    }
    while (kind == Kind.UNKNOWN && bytes.hasRemaining()) {
      ofClient.put(bytes.get());
      kind = protocol == Protocol.MYSQL ? Kind.OTHER : kindOf(ofClient);
    }
  }

  private static Kind kindOf(ByteBuffer sent) {
    int length = sent.position();
    if ((sent.get(0) & 0xFF) == RECORD_OF_HANDSHAKE) {
      if (length == 1) {
        return Kind.UNKNOWN;
      }
      if (sent.get(1) == TLS_MAJOR) {
        return Kind.TLS;
      }
    }
    return length < MONGO_HEADER ? Kind.UNKNOWN : isMongo(sent) ? Kind.PLAIN : Kind.OTHER;
  }

  private static boolean isMongo(ByteBuffer sent) {
    int length = sent.getInt(0);
    int operation = sent.getInt(12);
    return length >= MONGO_HEADER
        && length <= MONGO_LONGEST
        && (operation == OP_MSG || operation == OP_QUERY || operation == OP_COMPRESSED);
  }

  /** Reads up to the capabilities; a request for TLS ends there, a log-in goes on. */
  private void readRequest(ByteBuffer bytes) {
    while (kind == Kind.UNKNOWN && toSkipOfClient < 0 && bytes.hasRemaining()) {
      ofClient.put(bytes.get());
      if (ofClient.position() == MYSQL_HEADER + Integer.BYTES) {
        if ((ofClient.getInt(MYSQL_HEADER) & CLIENT_SSL) == 0) {
          kind = Kind.PLAIN;
          return;
        }
        toSkipOfClient = Math.max(0, packetLength(ofClient) - Integer.BYTES);
      }
    }
    if (toSkipOfClient >= 0) {
      toSkipOfClient -= skip(bytes, toSkipOfClient);
      if (toSkipOfClient == 0) {
        kind = Kind.TLS;
      }
    }
  }

  /** Reads bytes of the server, up to the end of a greeting. */
  void fromServer(ByteBuffer bytes) {
    boolean answers = ofClient.position() > 0 && !serverSpeaksFirst;
    if (answers || protocol == Protocol.MONGODB) {
      // The answer is not TLS, and too short for MongoDB.
      kind = Kind.OTHER;
      return;
    }
    serverSpeaksFirst = true;
    while (toSkipOfServer < 0 && kind == Kind.UNKNOWN && bytes.hasRemaining()) {
      ofServer.put(bytes.get());
      readGreeting();
    }
    if (toSkipOfServer > 0) {
      toSkipOfServer -= skip(bytes, toSkipOfServer);
    }
  }

  private void readGreeting() {
    int length = ofServer.position();
    if (length <= MYSQL_HEADER) {
      return;
    }
    if (ofServer.get(3) != 0 || ofServer.get(MYSQL_HEADER) != MYSQL_PROTOCOL) {
      kind = Kind.OTHER;
      return;
    }
    int whole = MYSQL_HEADER + packetLength(ofServer);
    if (length >= Math.min(KEPT, whole)) {
      version = version(ofServer);
      toSkipOfServer = Math.max(0, whole - length);
    }
  }

  private static String version(ByteBuffer greeting) {
    int end = MYSQL_HEADER + 1;
    while (end < greeting.position() && greeting.get(end) != 0) {
      end++;
    }
    ByteBuffer version = greeting.duplicate().limit(end).position(MYSQL_HEADER + 1);
    // A terminal may obey unprintable characters.
    return StandardCharsets.US_ASCII.decode(version).toString().replaceAll("[^!-~]", "?");
  }

  private static int packetLength(ByteBuffer packet) {
    return packet.getInt(0) & 0xFFFFFF;
  }

  private static int skip(ByteBuffer bytes, int most) {
    int skipped = Math.min(most, bytes.remaining());
    bytes.position(bytes.position() + skipped);
    return skipped;
  }
}
