package dev.tlsbench.jmh.benchmark;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Param;

/**
 * The parameters of a benchmark's state, which JMH sets in a fork. A new state has the usual value
 * of each: the first that its annotation or enum lists.
 */
final class Parameters {
  private Parameters() {}

  /** Returns the values of all parameters, by name. */
  static SortedMap<String, String> of(Object state) {
    SortedMap<String, String> values = new TreeMap<>();
    for (Field field : state.getClass().getFields()) {
      if (field.isAnnotationPresent(Param.class)) {
        try {
          values.put(field.getName(), String.valueOf(field.get(state)));
        } catch (IllegalAccessException e) {
          throw new IllegalArgumentException(field.getName(), e);
        }
      }
    }
    return values;
  }

  /**
   * Sets some parameters, and returns the state.
   *
   * @throws IllegalArgumentException if there is no such parameter or value
   */
  static <T> T set(T state, Map<String, String> values) {
    values.forEach(
        (name, value) -> {
          try {
            Field field = state.getClass().getField(name);
            field.set(state, parse(field.getType(), value));
          } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(name + "=" + value + ": " + e, e);
          }
        });
    return state;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the constants of an unknown enum
  private static Object parse(Class type, String value) {
    if (type.isEnum()) {
      return Enum.valueOf(type, value);
    }
    if (type == boolean.class) {
      return Boolean.valueOf(value);
    }
    return type == int.class ? Integer.valueOf(value) : value;
  }
}
