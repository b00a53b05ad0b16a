package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.database.Preamble;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * MongoDB's protocol before a login: TLS begins with the first byte, and every server answers the
 * command {@code hello}, as an <a
 * href="https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/">OP_MSG</a>.
 */
final class MongoPreamble implements Preamble {
  private static final int OP_QUERY = 2004;
  private static final int OP_COMPRESSED = 2012;
  private static final int OP_MSG = 2013;

  /** The header of a message: length, two ids, operation code, each of four bytes. */
  private static final int HEADER = 16;

  private static final int DOCUMENT = 4 + (1 + 6 + 4) + (1 + 4 + 4 + 6) + 1;
  private static final int LENGTH = HEADER + 4 + 1 + DOCUMENT;
  private static final int LONGEST_ANSWER = 1 << 20;
  private static final int LONGEST_MESSAGE = 48_000_000;

  @Override
  public Optional<String> startTls(InputStream in, OutputStream out) {
    return Optional.empty();
  }

  @Override
  public void exchange(InputStream in, OutputStream out) throws IOException {
    out.write(hello());
    out.flush();
    byte[] header = in.readNBytes(HEADER);
    if (header.length < HEADER) {
      throw new EOFException("the connection was closed before an answer");
    }
    ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    int length = fields.getInt();
    if (length < HEADER || length > LONGEST_ANSWER || fields.getInt(12) != OP_MSG) {
      throw new ProtocolException("the answer is not one of MongoDB's protocol");
    }
    if (in.readNBytes(length - HEADER).length < length - HEADER) {
      throw new EOFException("the answer was cut off");
    }
  }

  /** One section of kind 0 with {hello: 1, $db: "admin"}, in BSON. */
  private static byte[] hello() {
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

  @Override
  public Recognizer recognizer() {
    return new OfHeader();
  }

  /** Recognizes the header of the client's first message; a server does not speak first. */
  private static final class OfHeader implements Recognizer {
    private final ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);

    @Override
    public State fromClient(byte next) {
      header.put(next);
      if (header.hasRemaining()) {
        return State.MORE;
      }
      int length = header.getInt(0);
      int operation = header.getInt(12);
      if (length < HEADER
          || length > LONGEST_MESSAGE
          || (operation != OP_MSG && operation != OP_QUERY && operation != OP_COMPRESSED)) {
        return State.OTHER;
      }
      return State.PLAIN;
    }

    @Override
    public State fromServer(byte next) {
      return State.OTHER;
    }
  }
}
