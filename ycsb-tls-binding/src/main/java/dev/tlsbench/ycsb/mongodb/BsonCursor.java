package dev.tlsbench.ycsb.mongodb;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonSerializationException;
import org.bson.BsonType;

/**
 * Iterates over the elements of a BSON document (<a
 * href="https://bsonspec.org/spec.html">bsonspec.org </a>) in place, without creating objects.
 */
final class BsonCursor {
  private byte[] bytes = {};
  private BsonType type = BsonType.END_OF_DOCUMENT;
  private int nameStart;
  private int nameEnd;
  private int value;
  private int end;

  /** Moves before the first element, which follows the length of the document. */
  void start(byte[] document) {
    bytes = document;
    end = Integer.BYTES;
  }

  /** Moves to the next element; returns false at the end. */
  boolean next() {
    if (bytes[end] == 0) {
      return false;
    }
    int code = bytes[end] & 0xff;
    BsonType found = BsonType.findByValue(code);
    if (found == null) {
      throw new BsonSerializationException("a reply has an element of unknown type " + code);
    }
    type = found;
    nameStart = end + 1;
    nameEnd = endOfString(nameStart);
    value = nameEnd + 1;
    end = value + size();
    return true;
  }

  BsonType type() {
    return type;
  }

  boolean isNamed(byte[] name) {
    return Arrays.equals(bytes, nameStart, nameEnd, name, 0, name.length);
  }

  String name() {
    return new String(bytes, nameStart, nameEnd - nameStart, StandardCharsets.UTF_8);
  }

  byte[] encodedName() {
    return Arrays.copyOfRange(bytes, nameStart, nameEnd);
  }

  /** Returns the position of the value. */
  int value() {
    return value;
  }

  /** Returns the first four bytes of the value as a number. */
  int int32() {
    return (bytes[value] & 0xff)
        | (bytes[value + 1] & 0xff) << 8
        | (bytes[value + 2] & 0xff) << 16
        | (bytes[value + 3] & 0xff) << 24;
  }

  private int size() {
    return switch (type) {
      case NULL, UNDEFINED, MIN_KEY, MAX_KEY -> 0;
      case BOOLEAN -> 1;
      case INT32 -> 4;
      case DOUBLE, INT64, DATE_TIME, TIMESTAMP -> 8;
      case OBJECT_ID -> 12;
      case DECIMAL128 -> 16;
      case DOCUMENT, ARRAY, JAVASCRIPT_WITH_SCOPE -> int32();
      case STRING, JAVASCRIPT, SYMBOL -> Integer.BYTES + int32();
      case DB_POINTER -> Integer.BYTES + int32() + 12;
      case BINARY -> Integer.BYTES + 1 + int32();
      case REGULAR_EXPRESSION -> endOfString(endOfString(value) + 1) + 1 - value;
      case END_OF_DOCUMENT -> throw new BsonSerializationException("a document has no end");
    };
  }

  private int endOfString(int start) {
    int position = start;
    while (bytes[position] != 0) {
      position++;
    }
    return position;
  }
}
