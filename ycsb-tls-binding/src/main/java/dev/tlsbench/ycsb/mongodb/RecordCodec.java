package dev.tlsbench.ycsb.mongodb;

import dev.tlsbench.ycsb.session.FieldValues;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import site.ycsb.ByteIterator;

/**
 * Encodes and decodes records, without intermediate documents or maps except YCSB's. An instance
 * serves one thread.
 */
final class RecordCodec implements Codec<MongoRecord> {
  /** A placeholder for the driver; the fields go to the target set by {@link #readInto}. */
  private static final MongoRecord READ = new MongoRecord("", FieldValues.of(Map.of()));

  private final BasicOutputBuffer buffer = new BasicOutputBuffer();
  private final BsonBinaryWriter writer = new BsonBinaryWriter(buffer);
  private final BsonFields fields = new BsonFields();
  private Supplier<Map<String, ByteIterator>> target = HashMap::new;

  /** Sets the target of further reads; the supplier is called once for each record. */
  void readInto(Supplier<Map<String, ByteIterator>> maps) {
    target = maps;
  }

  @Override
  public void encode(BsonWriter writer, MongoRecord record, EncoderContext context) {
    writer.writeStartDocument();
    if (!record.key().isEmpty()) {
      writer.writeString("_id", record.key());
    }
    FieldValues values = record.fields();
    for (int i = 0; i < values.size(); i++) {
      writer.writeBinaryData(values.name(i), new BsonBinary(values.value(i)));
    }
    writer.writeEndDocument();
  }

  @Override
  public MongoRecord decode(BsonReader reader, DecoderContext context) {
    buffer.truncateToPosition(0);
    writer.pipe(reader);
    // The fields share this one copy.
    byte[] document = Arrays.copyOf(buffer.getInternalBuffer(), buffer.getPosition());
    fields.read(document, target.get());
    return READ;
  }

  @Override
  public Class<MongoRecord> getEncoderClass() {
    return MongoRecord.class;
  }
}
