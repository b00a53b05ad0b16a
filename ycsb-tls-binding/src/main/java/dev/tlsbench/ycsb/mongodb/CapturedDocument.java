package dev.tlsbench.ycsb.mongodb;

import java.util.Arrays;
import org.bson.BsonBinaryWriter;
import org.bson.BsonReader;
import org.bson.io.BasicOutputBuffer;

/**
 * Takes a document out of a reply as it is: one new array of bytes, which the fields then share.
 *
 * <p>The buffer in between is reused, so one object serves one thread, for all that it reads.
 */
final class CapturedDocument {
  private static final int LENGTH_BYTES = 4;

  private final BasicOutputBuffer buffer = new BasicOutputBuffer();
  private final BsonBinaryWriter writer = new BsonBinaryWriter(buffer);

  /**
   * Reads the document that a reader stands at.
   *
   * @return the elements of the document: all of it but the four bytes of its length
   */
  byte[] elements(BsonReader reader) {
    buffer.truncateToPosition(0);
    writer.pipe(reader);
    return Arrays.copyOfRange(buffer.getInternalBuffer(), LENGTH_BYTES, buffer.getPosition());
  }
}
