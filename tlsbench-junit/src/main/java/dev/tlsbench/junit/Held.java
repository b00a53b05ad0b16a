package dev.tlsbench.junit;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/**
 * An object of a context. JUnit closes it with the context: before 5.13 by one type, since then by
 * the other.
 */
@SuppressWarnings("deprecation")
record Held(Object value, Runnable closing) implements Store.CloseableResource, AutoCloseable {
  /** Returns what the context or one around it has, or makes it for the context. */
  static <T> T in(Store store, Class<T> type, Supplier<T> maker, Consumer<T> closing) {
    Held held = store.get(type, Held.class);
    if (held == null) {
      T value = maker.get();
      held = new Held(value, () -> closing.accept(value));
      store.put(type, held);
    }
    return type.cast(held.value());
  }

  @Override
  public void close() {
    closing.run();
  }
}
