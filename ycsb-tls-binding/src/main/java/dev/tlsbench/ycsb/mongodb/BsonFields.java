package dev.tlsbench.ycsb.mongodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonType;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/**
 * Creates iterators over the values of a record, which stay in the bytes of the reply.
 *
 * <p>Fields are binary values and strings; others, and {@code _id}, are skipped. An instance serves
 * one thread. It keeps the names of the last document, since the next one probably has the same.
 */
final class BsonFields {
  private static final String KEY = "_id";

  private final BsonCursor element = new BsonCursor();
  private final List<byte[]> encodedNames = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  /** Reads a document, whose bytes must not be changed afterwards. */
  void read(byte[] bytes, Map<String, ByteIterator> fields) {
    element.start(bytes);
    for (int i = 0; element.next(); i++) {
      BsonType type = element.type();
      if (type == BsonType.BINARY || type == BsonType.STRING) {
        String name = name(i);
        if (!name.equals(KEY)) {
          fields.put(name, value(bytes, type));
        }
      }
    }
  }

  private ByteIterator value(byte[] bytes, BsonType type) {
    int start = element.value() + Integer.BYTES;
    return type == BsonType.STRING
        // The length includes the zero at the end.
        ? new ByteArrayByteIterator(bytes, start, element.int32() - 1)
        // Skips the subtype: YCSB's values are bytes of any meaning.
        : new ByteArrayByteIterator(bytes, start + 1, element.int32());
  }

  private String name(int index) {
    while (names.size() <= index) {
      names.add("");
      encodedNames.add(new byte[0]);
    }
    if (!element.isNamed(encodedNames.get(index))) {
      names.set(index, element.name());
      encodedNames.set(index, element.encodedName());
    }
    return names.get(index);
  }
}
