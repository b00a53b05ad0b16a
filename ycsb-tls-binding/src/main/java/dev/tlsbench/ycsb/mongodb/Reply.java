package dev.tlsbench.ycsb.mongodb;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.MongoException;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonReader;
import org.bson.BsonString;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import site.ycsb.ByteIterator;

/**
 * The reply to a command that was carried out: the driver has already thrown if it says {@code ok:
 * 0}.
 *
 * <p>Kept as bytes and looked at only once the driver has handed it over, since what a decoder
 * throws would cost the connection.
 */
final class Reply {
  private static final byte[] CURSOR = "cursor".getBytes(UTF_8);
  private static final byte[] FIRST_BATCH = "firstBatch".getBytes(UTF_8);
  private static final byte[] COUNT = "n".getBytes(UTF_8);
  private static final byte[] WRITE_ERRORS = "writeErrors".getBytes(UTF_8);
  private static final byte[] WRITE_CONCERN_ERROR = "writeConcernError".getBytes(UTF_8);

  private final byte[] bytes;

  /** Takes a document. */
  Reply(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads the first record that a {@code find} came back with.
   *
   * @param fields reads the record
   * @param result takes its fields
   * @return whether there is a record
   */
  boolean firstRecord(BsonFields fields, Map<String, ByteIterator> result) {
    BsonElements elements = new BsonElements(bytes, 0);
    if (!elements.next(CURSOR)) {
      throw new MongoException("the reply to find has no cursor");
    }
    elements = new BsonElements(bytes, elements.value());
    if (!elements.next(FIRST_BATCH)) {
      throw new MongoException("the reply to find has no firstBatch");
    }
    elements = new BsonElements(bytes, elements.value());
    if (!elements.next()) {
      return false;
    }
    fields.read(bytes, elements.value(), result);
    return true;
  }

  /**
   * Reads how many records an {@code update} found.
   *
   * @return 0 or more
   * @throws MongoException if the server refused the update, or did not do it on as many members as
   *     the write concern asks for
   */
  long matched() {
    long matched = 0;
    BsonElements elements = new BsonElements(bytes, 0);
    while (elements.next()) {
      if (elements.isNamed(COUNT)) {
        matched = elements.number();
      } else if (elements.isNamed(WRITE_ERRORS)) {
        BsonArray errors = new RawBsonDocument(bytes).getArray(elements.name());
        if (!errors.isEmpty()) {
          throw failure("write error", errors.get(0).asDocument());
        }
      } else if (elements.isNamed(WRITE_CONCERN_ERROR)) {
        throw failure(
            "write concern error", new RawBsonDocument(bytes).getDocument(elements.name()));
      }
    }
    return matched;
  }

  private static MongoException failure(String kind, BsonDocument error) {
    int code = error.getNumber("code", new BsonInt32(-1)).intValue();
    String message = error.getString("errmsg", new BsonString("no message")).getValue();
    return new MongoException(code, kind + " " + code + ": " + message);
  }

  /** Takes replies as they come. One object serves one thread. */
  static final class Codec implements org.bson.codecs.Codec<Reply> {
    private final CapturedDocument document = new CapturedDocument();

    @Override
    public Reply decode(BsonReader reader, DecoderContext context) {
      return new Reply(document.bytes(reader));
    }

    @Override
    public void encode(BsonWriter writer, Reply reply, EncoderContext context) {
      throw new UnsupportedOperationException("replies come from servers");
    }

    @Override
    public Class<Reply> getEncoderClass() {
      return Reply.class;
    }
  }
}
