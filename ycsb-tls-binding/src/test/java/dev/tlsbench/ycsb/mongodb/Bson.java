package dev.tlsbench.ycsb.mongodb;

import java.util.Arrays;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Documents as a server sends them. */
final class Bson {
  private Bson() {}

  static byte[] bytes(String json) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(
            new BsonBinaryWriter(buffer),
            BsonDocument.parse(json),
            EncoderContext.builder().build());
    return Arrays.copyOf(buffer.getInternalBuffer(), buffer.getPosition());
  }

  static Reply reply(Reply.Codec codec, String json) {
    try (BsonBinaryReader reader =
        new BsonBinaryReader(new RawBsonDocument(bytes(json)).getByteBuffer().asNIO())) {
      return codec.decode(reader, DecoderContext.builder().build());
    }
  }
}
