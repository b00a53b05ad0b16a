package dev.tlsbench.ycsb.mongodb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonSerializationException;
import org.bson.BsonType;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/**
 * Walks over the elements of a BSON document (<a href="https://bsonspec.org/spec.html">bsonspec.org
 * </a>) and makes iterators over the values, which stay where they are.
 *
 * <p>Binary values and strings are fields of a record; anything else, and {@code _id}, is passed
 * over. One object serves one thread: it remembers the names of the last document, as the next one
 * will have the same.
 */
final class BsonFields {
  private static final String KEY = "_id";

  private final List<byte[]> encodedNames = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  private byte[] bytes = {};
  private int position;

  /**
   * Reads a document.
   *
   * @param elements a document without the four bytes of its length; not to be changed afterwards
   * @param fields takes the fields
   */
  void read(byte[] elements, Map<String, ByteIterator> fields) {
    bytes = elements;
    position = 0;
    for (int element = 0; bytes[position] != 0; element++) {
      BsonType type = BsonType.findByValue(bytes[position++] & 0xff);
      String name = name(element);
      switch (type) {
        case BINARY -> {
          int length = int32();
          position++; // The subtype: YCSB's values are bytes, whatever they mean.
          add(name, length, fields);
          position += length;
        }
        case STRING -> {
          int length = int32();
          add(name, length - 1, fields);
          position += length;
        }
        default -> {
          // Not in one statement: what is added to would be read before the size moves on.
          int size = sizeOfOther(type);
          position += size;
        }
      }
    }
  }

  private void add(String name, int length, Map<String, ByteIterator> fields) {
    if (!name.equals(KEY)) {
      fields.put(name, new ByteArrayByteIterator(bytes, position, length));
    }
  }

  /** The size of a value that is no field. */
  private int sizeOfOther(BsonType type) {
    return switch (type) {
      case NULL, UNDEFINED, MIN_KEY, MAX_KEY -> 0;
      case BOOLEAN -> 1;
      case INT32 -> 4;
      case DOUBLE, INT64, DATE_TIME, TIMESTAMP -> 8;
      case OBJECT_ID -> 12;
      case DECIMAL128 -> 16;
      case DOCUMENT, ARRAY, JAVASCRIPT_WITH_SCOPE -> int32() - 4;
      case JAVASCRIPT, SYMBOL -> int32();
      default -> throw new BsonSerializationException("a record has an element of type " + type);
    };
  }

  private String name(int element) {
    int start = position;
    while (bytes[position] != 0) {
      position++;
    }
    int end = position++;
    if (element < names.size()) {
      byte[] known = encodedNames.get(element);
      if (Arrays.equals(bytes, start, end, known, 0, known.length)) {
        return names.get(element);
      }
    }
    String name = new String(bytes, start, end - start, StandardCharsets.UTF_8);
    byte[] encoded = Arrays.copyOfRange(bytes, start, end);
    if (element < names.size()) {
      names.set(element, name);
      encodedNames.set(element, encoded);
    } else {
      names.add(name);
      encodedNames.add(encoded);
    }
    return name;
  }

  private int int32() {
    int value =
        (bytes[position] & 0xff)
            | (bytes[position + 1] & 0xff) << 8
            | (bytes[position + 2] & 0xff) << 16
            | (bytes[position + 3] & 0xff) << 24;
    position += 4;
    return value;
  }
}
