package dev.tlsbench.ycsb.session;

import java.util.List;
import java.util.Map;
import site.ycsb.ByteIterator;

/** The fields of a record, read from YCSB's iterators. */
public final class FieldValues {
  private final String[] names;
  private final byte[][] values;

  private FieldValues(String[] names, byte[][] values) {
    this.names = names;
    this.values = values;
  }

  /** Reads all values, which leaves the iterators at their end. */
  public static FieldValues of(Map<String, ByteIterator> fields) {
    String[] names = new String[fields.size()];
    byte[][] values = new byte[names.length][];
    int i = 0;
    for (Map.Entry<String, ByteIterator> field : fields.entrySet()) {
      names[i] = field.getKey();
      values[i++] = field.getValue().toArray();
    }
    return new FieldValues(names, values);
  }

  /**
   * Resets the iterators to their beginning. After a failed insert YCSB may use the same iterators
   * again, which would silently write empty fields.
   */
  public static void rewind(Map<String, ByteIterator> fields) {
    fields.values().forEach(ByteIterator::reset);
  }

  /** {@return the names of all fields, in their order} */
  public List<String> names() {
    return List.of(names);
  }

  /** {@return the number of fields} */
  public int size() {
    return names.length;
  }

  /** {@return the name of a field, counted from 0} */
  public String name(int field) {
    return names[field];
  }

  /** {@return the value of a field, counted from 0; not copied} */
  public byte[] value(int field) {
    return values[field];
  }
}
