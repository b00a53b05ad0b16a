package dev.tlsbench.ycsb.mongodb;

import org.bson.BsonBinaryWriter;
import org.bson.BsonReader;
import org.bson.io.BasicOutputBuffer;

/**
 * Takes a document out of a reply as it is: one new array of bytes, which the fields then share.
 *
 * <p>The driver has no other public way to the bytes of a document inside a reply than {@code
 * BsonBinaryWriter.pipe}, which copies them into an array of their size and writes that to its
 * output. This output remembers the array. One object serves one thread, for all that it reads.
 */
final class CapturedDocument {
  private final Output output = new Output();
  private final BsonBinaryWriter writer = new BsonBinaryWriter(output);

  /**
   * Reads the document that a reader stands at.
   *
   * @return the elements of the document: all of it but the four bytes of its length
   */
  byte[] elements(BsonReader reader) {
    output.truncateToPosition(0);
    writer.pipe(reader);
    return output.last;
  }

  private static final class Output extends BasicOutputBuffer {
    private byte[] last = {};

    @Override
    public void writeBytes(byte[] bytes) {
      last = bytes;
      super.writeBytes(bytes);
    }
  }
}
