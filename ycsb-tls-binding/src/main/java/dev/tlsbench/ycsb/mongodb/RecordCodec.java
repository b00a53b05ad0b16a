package dev.tlsbench.ycsb.mongodb;

import dev.tlsbench.ycsb.session.FieldValues;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.bson.BsonBinary;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import site.ycsb.ByteIterator;

/**
 * Puts records on the wire and takes them off it, with no documents or maps in between but the ones
 * that YCSB hands over. One object serves one thread.
 */
final class RecordCodec implements Codec<MongoRecord> {
  /**
   * The fields are where {@link #readInto} wanted them; the driver needs an object all the same.
   */
  private static final MongoRecord READ = new MongoRecord("", FieldValues.of(Map.of()));

  private final CapturedDocument document = new CapturedDocument();
  private final BsonFields fields = new BsonFields();
  private Supplier<Map<String, ByteIterator>> target = HashMap::new;

  /** Says where the fields of the records go that are read next; asked once for each record. */
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
    fields.read(document.elements(reader), 0, target.get());
    return READ;
  }

  @Override
  public Class<MongoRecord> getEncoderClass() {
    return MongoRecord.class;
  }
}
