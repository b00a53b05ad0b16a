package dev.tlsbench.ycsb.mongodb;

import dev.tlsbench.ycsb.session.FieldValues;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;

/**
 * Puts records on the wire and takes them off it, with no documents or maps in between but the ones
 * that YCSB hands over. One object serves one thread.
 */
final class RecordCodec implements Codec<MongoRecord> {
  private final CapturedDocument document = new CapturedDocument();
  private final BsonFields fields = new BsonFields();
  private @Nullable Map<String, ByteIterator> target;

  /** Puts the fields of the next record that is read into a map; {@code null} for a new one. */
  void readInto(@Nullable Map<String, ByteIterator> map) {
    target = map;
  }

  @Override
  public void encode(BsonWriter writer, MongoRecord record, EncoderContext context) {
    writer.writeStartDocument();
    if (!record.key().isEmpty()) {
      writer.writeString("_id", record.key());
    }
    FieldValues values = record.written();
    for (int i = 0; i < values.size(); i++) {
      writer.writeBinaryData(values.name(i), new BsonBinary(values.value(i)));
    }
    writer.writeEndDocument();
  }

  @Override
  public MongoRecord decode(BsonReader reader, DecoderContext context) {
    Map<String, ByteIterator> into = target != null ? target : new HashMap<>();
    fields.read(document.elements(reader), into);
    return MongoRecord.read(into);
  }

  @Override
  public Class<MongoRecord> getEncoderClass() {
    return MongoRecord.class;
  }
}
