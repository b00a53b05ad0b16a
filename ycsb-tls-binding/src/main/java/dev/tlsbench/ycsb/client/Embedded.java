package dev.tlsbench.ycsb.client;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.Binding;
import java.util.Properties;
import java.util.function.Consumer;

/** An embedded server, if no URL names another. */
final class Embedded implements AutoCloseable {
  private Embedded() {}

  static Embedded startIfNoUrl(Binding binding, Properties properties, Consumer<String> messages) {
    if (properties.getProperty(binding.urlProperty()) == null) {
      throw new InvalidSettingException(binding.urlProperty() + ": not given" + messages);
    }
    return new Embedded();
  }

  void prepare(boolean transactions) {}

  @Override
  public void close() {}
}
