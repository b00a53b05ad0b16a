package dev.tlsbench.report.json;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds components of deserialized records that are {@code null} without being {@code @Nullable}.
 * Jackson accepts an explicit {@code null} for any field.
 */
public final class Gaps {
  private Gaps() {}

  /** Returns the path of the first one, such as {@code points[0].role}; empty if there is none. */
  public static Optional<String> first(Record record) {
    return Optional.ofNullable(inRecord("", record));
  }

  private static @Nullable String inRecord(String path, Record record) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      String name = path.isEmpty() ? component.getName() : path + "." + component.getName();
      Object value = value(component, record);
      if (value == null && component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        continue;
      }
      String gap = in(name, value);
      if (gap != null) {
        return gap;
      }
    }
    return null;
  }

  private static @Nullable String in(String path, @Nullable Object value) {
    if (value == null) {
      return path;
    }
    if (value instanceof Record record) {
      return inRecord(path, record);
    }
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        String gap = in(path + "[" + i + "]", list.get(i));
        if (gap != null) {
          return gap;
        }
      }
    }
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String gap = in(path + "." + entry.getKey(), entry.getValue());
        if (gap != null) {
          return gap;
        }
      }
    }
    return null;
  }

  private static @Nullable Object value(RecordComponent component, Record record) {
    try {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      return accessor.invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("a record of this project that cannot be read", e);
    }
  }
}
