package dev.tlsbench.ycsb.mongodb;

import dev.tlsbench.ycsb.session.FieldValues;
import java.util.Map;
import site.ycsb.ByteIterator;

/**
 * A record on its way to the server or back.
 *
 * @param key the key on the way there; empty in changes and on the way back
 * @param written the fields on the way there
 * @param read the fields on the way back
 */
record MongoRecord(String key, FieldValues written, Map<String, ByteIterator> read) {
  private static final Map<String, ByteIterator> NOTHING_READ = Map.of();
  private static final FieldValues NOTHING_WRITTEN = FieldValues.of(Map.of());

  /** A whole record. */
  static MongoRecord toWrite(String key, FieldValues fields) {
    return new MongoRecord(key, fields, NOTHING_READ);
  }

  /** Some fields of a record that is there already. */
  static MongoRecord changes(FieldValues fields) {
    return new MongoRecord("", fields, NOTHING_READ);
  }

  /** What the server sent. */
  static MongoRecord read(Map<String, ByteIterator> fields) {
    return new MongoRecord("", NOTHING_WRITTEN, fields);
  }
}
