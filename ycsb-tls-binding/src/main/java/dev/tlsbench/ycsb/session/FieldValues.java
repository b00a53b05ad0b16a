package dev.tlsbench.ycsb.session;

import java.util.Map;
import site.ycsb.ByteIterator;

/** The fields of a record, taken out of YCSB's iterators. */
public final class FieldValues {
  private final String[] names;
  private final byte[][] values;

  private FieldValues(String[] names, byte[][] values) {
    this.names = names;
    this.values = values;
  }

  /**
   * Reads all values. Afterwards the iterators stand at their beginning again, because YCSB gives
   * the same ones once more when it tries a failed insert again; they would write empty fields.
   *
   * @param fields fields by name
   * @return their values, which do not change any more
   */
  public static FieldValues of(Map<String, ByteIterator> fields) {
    String[] names = new String[fields.size()];
    byte[][] values = new byte[names.length][];
    int i = 0;
    for (Map.Entry<String, ByteIterator> field : fields.entrySet()) {
      names[i] = field.getKey();
      values[i++] = field.getValue().toArray();
      field.getValue().reset();
    }
    return new FieldValues(names, values);
  }

  /**
   * The number of fields.
   *
   * @return 0 or more
   */
  public int size() {
    return names.length;
  }

  /**
   * The name of a field.
   *
   * @param field 0 or more, less than {@link #size}
   * @return its name
   */
  public String name(int field) {
    return names[field];
  }

  /**
   * The value of a field.
   *
   * @param field 0 or more, less than {@link #size}
   * @return its value, not copied
   */
  public byte[] value(int field) {
    return values[field];
  }
}
