package dev.tlsbench.ycsb.mongodb;

import com.mongodb.MongoException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;

/** The server's reply to a command, as bytes. An instance is reused for the next reply. */
final class Reply {
  private static final byte[] CURSOR = ascii("cursor");
  private static final byte[] FIRST_BATCH = ascii("firstBatch");
  private static final byte[] MATCHED = ascii("n");
  private static final byte[] WRITE_ERRORS = ascii("writeErrors");
  private static final byte[] WRITE_CONCERN_ERROR = ascii("writeConcernError");

  /** The position of a missing document. */
  static final int NONE = -1;

  private final BsonCursor element = new BsonCursor();
  private byte[] bytes = {0};

  /** Returns the reply; the array may be kept. */
  byte[] bytes() {
    return bytes;
  }

  /**
   * Returns the position of the first document that {@code find} found, past the four bytes of its
   * length.
   *
   * @return {@link #NONE} if it found none
   * @throws MongoException if this is not a reply to {@code find}
   */
  int firstDocument() {
    element.start(bytes, 0);
    enter(CURSOR);
    enter(FIRST_BATCH);
    return element.next() ? element.value() + Integer.BYTES : NONE;
  }

  private void enter(byte[] name) {
    if (!element.find(name)) {
      throw new MongoException("not a reply to find: " + this);
    }
    element.enter();
  }

  /** Returns true if a write matched a document. Servers use any numeric type for the count. */
  boolean hasMatched() {
    element.start(bytes, 0);
    return element.find(MATCHED) && !element.isZero();
  }

  /** Returns true if a write failed, or its write concern was not satisfied. */
  boolean hasWriteError() {
    element.start(bytes, 0);
    while (element.next()) {
      if (element.isNamed(WRITE_CONCERN_ERROR)
          || (element.isNamed(WRITE_ERRORS) && !element.isEmpty())) {
        return true;
      }
    }
    return false;
  }

  /** Returns the reply as JSON. */
  @Override
  public String toString() {
    byte[] document =
        ByteBuffer.allocate(Integer.BYTES + bytes.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(Integer.BYTES + bytes.length)
            .put(bytes)
            .array();
    return new RawBsonDocument(document).toJson();
  }

  private static byte[] ascii(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  /** Passes replies on unparsed. An instance serves one thread. */
  static final class Raw implements Codec<Reply> {
    private final CapturedDocument document = new CapturedDocument();
    private final Reply reply = new Reply();

    @Override
    public Reply decode(BsonReader reader, DecoderContext context) {
      reply.bytes = document.elements(reader);
      return reply;
    }

    @Override
    public void encode(BsonWriter writer, Reply value, EncoderContext context) {
      throw new UnsupportedOperationException("replies come from the server");
    }

    @Override
    public Class<Reply> getEncoderClass() {
      return Reply.class;
    }
  }
}
