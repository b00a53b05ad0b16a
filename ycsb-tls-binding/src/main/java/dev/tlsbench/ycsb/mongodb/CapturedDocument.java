package dev.tlsbench.ycsb.mongodb;

import java.util.Arrays;
import org.bson.BsonBinaryWriter;
import org.bson.BsonReader;
import org.bson.io.BasicOutputBuffer;

/**
 * Copies a document out of a reply into one new array of bytes, which the fields then share.
 *
 * <p>An instance serves one thread, since it reuses its buffer.
 */
final class CapturedDocument {
  private static final int LENGTH_BYTES = 4;

  private final BasicOutputBuffer buffer = new BasicOutputBuffer();
  private final BsonBinaryWriter writer = new BsonBinaryWriter(buffer);

  /** Reads the current document of a reader; returns it without the four bytes of its length. */
  byte[] elements(BsonReader reader) {
    buffer.truncateToPosition(0);
    writer.pipe(reader);
    return Arrays.copyOfRange(buffer.getInternalBuffer(), LENGTH_BYTES, buffer.getPosition());
  }
}
