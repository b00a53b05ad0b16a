package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.database.DirectTlsPreamble;
import dev.tlsbench.core.database.Preamble;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * MongoDB's protocol before a login: every server answers the command {@code hello}, as an <a
 * href="https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/">OP_MSG</a>.
 */
final class MongoPreamble {
  private static final int OP_QUERY = 2004;
  private static final int OP_COMPRESSED = 2012;
  private static final int OP_MSG = 2013;

  /** The header of a message: length, two ids, operation code, each of four bytes. */
  private static final int HEADER = 16;

  private static final int OPERATION_AT = 12;
  private static final int DOCUMENT = 4 + (1 + 6 + 4) + (1 + 4 + 4 + 6) + 1;
  private static final int LENGTH = HEADER + 4 + 1 + DOCUMENT;
  private static final int LONGEST_MESSAGE = 48_000_000;

  private MongoPreamble() {}

  static Preamble create() {
    return new DirectTlsPreamble(
        "MongoDB", hello(), HEADER, MongoPreamble::lengthOfBody, MongoPreamble::isFirst);
  }

  private static int lengthOfBody(ByteBuffer header) {
    header.order(ByteOrder.LITTLE_ENDIAN);
    return header.getInt(OPERATION_AT) == OP_MSG ? header.getInt(0) - HEADER : -1;
  }

  private static boolean isFirst(ByteBuffer header) {
    header.order(ByteOrder.LITTLE_ENDIAN);
    int length = header.getInt(0);
    int operation = header.getInt(OPERATION_AT);
    return length >= HEADER
        && length <= LONGEST_MESSAGE
        && (operation == OP_MSG || operation == OP_QUERY || operation == OP_COMPRESSED);
  }

  /** One section of kind 0 with {hello: 1, $db: "admin"}, in BSON. */
  private static ByteBuffer hello() {
    return ByteBuffer.allocate(LENGTH)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(LENGTH)
        .putInt(1)
        .putInt(0)
        .putInt(OP_MSG)
        .putInt(0)
        .put((byte) 0)
        .putInt(DOCUMENT)
        .put((byte) 0x10) // int32
        .put(name("hello"))
        .putInt(1)
        .put((byte) 0x02) // string
        .put(name("$db"))
        .putInt(6)
        .put(name("admin"));
  }

  private static byte[] name(String text) {
    return (text + "\0").getBytes(StandardCharsets.US_ASCII);
  }
}
