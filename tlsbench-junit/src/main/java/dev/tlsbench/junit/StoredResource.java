package dev.tlsbench.junit;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/**
 * An object of a context. JUnit closes it with the context: before 5.13 by one type, since then by
 * the other.
 */
@SuppressWarnings("deprecation")
record StoredResource(Object value, Runnable closing)
    implements Store.CloseableResource, AutoCloseable {
  /** Returns what the context or one around it has, or makes it for the context. */
  static <T> T in(Store store, Class<T> type, Supplier<T> maker, Consumer<T> closing) {
    StoredResource stored = store.get(type, StoredResource.class);
    if (stored == null) {
      T value = maker.get();
      stored = new StoredResource(value, () -> closing.accept(value));
      store.put(type, stored);
    }
    return type.cast(stored.value());
  }

  @Override
  public void close() {
    closing.run();
  }
}
