package dev.tlsbench.client;

import dev.tlsbench.ycsb.Binding;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;

/**
 * A parsed command line. Its text has no values of properties, which may be secret.
 *
 * @param notes remarks on the properties, a line each
 */
record Invocation(Phase phase, Binding binding, Properties properties, List<String> notes) {
  @Override
  public String toString() {
    return phase + " " + binding + " " + new TreeSet<>(properties.stringPropertyNames());
  }
}
