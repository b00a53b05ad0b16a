package dev.tlsbench.ycsb.mongodb;

import dev.tlsbench.ycsb.session.FieldValues;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;

/**
 * A record on its way to the server or back.
 *
 * @param key the key on the way there; {@code null} on the way back and in updates
 * @param written the fields on the way there; {@code null} on the way back
 * @param read the fields on the way back; {@code null} on the way there
 */
record MongoRecord(
    @Nullable String key,
    @Nullable FieldValues written,
    @Nullable Map<String, ByteIterator> read) {

  static MongoRecord toWrite(String key, FieldValues fields) {
    return new MongoRecord(key, fields, null);
  }

  static MongoRecord read(Map<String, ByteIterator> fields) {
    return new MongoRecord(null, null, fields);
  }
}
