package dev.tlsbench.ycsb.mongodb;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonSerializationException;
import org.bson.BsonType;

/**
 * Walks over the elements of a document that is there as bytes (<a
 * href="https://bsonspec.org/spec.html">bsonspec.org</a>), and makes no objects of what it passes.
 */
final class BsonElements {
  private static final int LENGTH_BYTES = 4;

  private final byte[] bytes;
  private int next;
  private BsonType type = BsonType.END_OF_DOCUMENT;
  private int name;
  private int value;

  /**
   * Stands before the first element.
   *
   * @param bytes hold the document
   * @param document where it starts: with the four bytes of its length
   */
  BsonElements(byte[] bytes, int document) {
    this.bytes = bytes;
    this.next = document + LENGTH_BYTES;
  }

  /** Goes to the next element, or says that there is none. */
  boolean next() {
    if (bytes[next] == 0) {
      return false;
    }
    type = BsonType.findByValue(bytes[next] & 0xff);
    name = next + 1;
    value = name;
    while (bytes[value++] != 0) {}
    next = value + size();
    return true;
  }

  /** Goes on to the element of that name, or says that none follows. */
  boolean next(byte[] wanted) {
    while (next()) {
      if (isNamed(wanted)) {
        return true;
      }
    }
    return false;
  }

  BsonType type() {
    return type;
  }

  boolean isNamed(byte[] wanted) {
    return Arrays.equals(bytes, name, value - 1, wanted, 0, wanted.length);
  }

  String name() {
    return new String(bytes, name, value - 1 - name, StandardCharsets.UTF_8);
  }

  /** Where the value starts. */
  int value() {
    return value;
  }

  /** The length that a string, binary value, document or array starts with. */
  int length() {
    return (int) littleEndian(LENGTH_BYTES);
  }

  /** The value of a number, without its fraction. */
  long number() {
    return switch (type) {
      case INT32 -> (int) littleEndian(4);
      case INT64 -> littleEndian(8);
      case DOUBLE -> (long) Double.longBitsToDouble(littleEndian(8));
      default -> throw new BsonSerializationException(name() + " is no number but " + type);
    };
  }

  private int size() {
    return switch (type) {
      case NULL, UNDEFINED, MIN_KEY, MAX_KEY -> 0;
      case BOOLEAN -> 1;
      case INT32 -> 4;
      case DOUBLE, INT64, DATE_TIME, TIMESTAMP -> 8;
      case OBJECT_ID -> 12;
      case DECIMAL128 -> 16;
      case DOCUMENT, ARRAY, JAVASCRIPT_WITH_SCOPE -> length();
      case STRING, JAVASCRIPT, SYMBOL -> LENGTH_BYTES + length();
      case BINARY -> LENGTH_BYTES + 1 + length();
      default -> throw new BsonSerializationException(name() + " is of the type " + type);
    };
  }

  private long littleEndian(int size) {
    long number = 0;
    for (int i = size - 1; i >= 0; i--) {
      number = (number << 8) | (bytes[value + i] & 0xff);
    }
    return number;
  }
}
