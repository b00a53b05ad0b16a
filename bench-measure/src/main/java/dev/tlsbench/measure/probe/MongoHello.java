package dev.tlsbench.measure.probe;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The command {@code hello}, which every server of MongoDB's protocol answers before a log-in, as
 * an <a href="https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/">OP_MSG</a>.
 */
final class MongoHello {
  private static final int OP_MSG = 2013;
  private static final int HEADER = 16;
  private static final int DOCUMENT = 4 + (1 + 6 + 4) + (1 + 4 + 4 + 6) + 1;
  private static final int LENGTH = HEADER + 4 + 1 + DOCUMENT;
  private static final int LONGEST_ANSWER = 1 << 20;

  private MongoHello() {}

  /**
   * Sends the command and reads the answer.
   *
   * @throws IOException if the answer is not of MongoDB's protocol
   */
  static void exchange(InputStream in, OutputStream out) throws IOException {
    out.write(message());
    out.flush();
    byte[] header = in.readNBytes(HEADER);
    if (header.length < HEADER) {
      throw new EOFException("the connection was closed before an answer");
    }
    ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    int length = fields.getInt();
    if (length < HEADER || length > LONGEST_ANSWER || fields.getInt(12) != OP_MSG) {
      throw new IOException("the answer is not one of MongoDB's protocol");
    }
    if (in.readNBytes(length - HEADER).length < length - HEADER) {
      throw new EOFException("the answer was cut off");
    }
  }

  /** One section of kind 0 with {hello: 1, $db: "admin"}, in BSON. */
  private static byte[] message() {
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
        .put(name("admin"))
        .array();
  }

  private static byte[] name(String text) {
    return (text + "\0").getBytes(StandardCharsets.US_ASCII);
  }
}
