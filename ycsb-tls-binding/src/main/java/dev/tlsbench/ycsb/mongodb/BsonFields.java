package dev.tlsbench.ycsb.mongodb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/**
 * Makes iterators over the fields of a record, whose values stay where they are.
 *
 * <p>Binary values and strings are fields of a record; anything else, and {@code _id}, is passed
 * over. One object serves one thread: it remembers the names of the last record, as the next one
 * will have the same.
 */
final class BsonFields {
  private static final String KEY = "_id";

  private final List<byte[]> encodedNames = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  /**
   * Reads a record.
   *
   * @param bytes hold the record; not to be changed afterwards
   * @param document where it starts
   * @param fields takes the fields
   */
  void read(byte[] bytes, int document, Map<String, ByteIterator> fields) {
    BsonElements elements = new BsonElements(bytes, document);
    for (int i = 0; elements.next(); i++) {
      String name = name(elements, i);
      if (name.equals(KEY)) {
        continue;
      }
      switch (elements.type()) {
        // After the length comes the subtype: YCSB's values are bytes, whatever they mean.
        case BINARY ->
            fields.put(
                name, new ByteArrayByteIterator(bytes, elements.value() + 5, elements.length()));
        // The last byte of a string is 0, and not part of its text.
        case STRING ->
            fields.put(
                name,
                new ByteArrayByteIterator(bytes, elements.value() + 4, elements.length() - 1));
        default -> {}
      }
    }
  }

  private String name(BsonElements elements, int i) {
    if (i < names.size() && elements.isNamed(encodedNames.get(i))) {
      return names.get(i);
    }
    String name = elements.name();
    byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
    if (i < names.size()) {
      names.set(i, name);
      encodedNames.set(i, encoded);
    } else {
      names.add(name);
      encodedNames.add(encoded);
    }
    return name;
  }
}
