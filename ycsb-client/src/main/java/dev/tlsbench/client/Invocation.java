package dev.tlsbench.client;

import dev.tlsbench.ycsb.Binding;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;

/** A parsed command line. */
sealed interface Invocation {
  /** Print the help. */
  record Help(String text) implements Invocation {}

  /**
   * Work with a database. Its text has no values of properties, which may be secret.
   *
   * @param notes remarks on the properties, a line each
   */
  record Work(Phase phase, Binding binding, Properties properties, List<String> notes)
      implements Invocation {
    @Override
    public String toString() {
      return phase + " " + binding + " " + new TreeSet<>(properties.stringPropertyNames());
    }
  }
}
