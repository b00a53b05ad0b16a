package dev.tlsbench.client;

import dev.tlsbench.ycsb.Binding;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;

/** What a command line asks for. */
sealed interface Invocation {
  /** To be told how the command line works. */
  record Help(String text) implements Invocation {}

  /**
   * To do something with a database. Its text has no values of properties, which may be secret.
   *
   * @param notes what the user should know of the properties, a line each
   */
  record Work(Phase phase, Binding binding, Properties properties, List<String> notes)
      implements Invocation {
    @Override
    public String toString() {
      return phase + " " + binding + " " + new TreeSet<>(properties.stringPropertyNames());
    }
  }
}
