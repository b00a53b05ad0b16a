package dev.tlsbench.ycsb.mongodb;

import java.util.Arrays;
import org.bson.BsonBinaryWriter;
import org.bson.BsonReader;
import org.bson.io.BasicOutputBuffer;

/**
 * Takes a document as it came: one new array of bytes, which all that is read from it then shares.
 *
 * <p>The buffer in between is reused, so one object serves one thread, for all that it reads.
 */
final class CapturedDocument {
  private final BasicOutputBuffer buffer = new BasicOutputBuffer();
  private final BsonBinaryWriter writer = new BsonBinaryWriter(buffer);

  /** Takes the document that a reader stands at. */
  byte[] bytes(BsonReader reader) {
    buffer.truncateToPosition(0);
    writer.pipe(reader);
    return Arrays.copyOf(buffer.getInternalBuffer(), buffer.getPosition());
  }
}
