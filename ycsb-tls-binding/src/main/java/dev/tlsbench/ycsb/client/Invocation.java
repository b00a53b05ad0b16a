package dev.tlsbench.ycsb.client;

import dev.tlsbench.ycsb.Binding;
import java.util.Properties;

/** What a command line asks for. */
sealed interface Invocation {
  /** To be told how the command line works. */
  record Help(String text) implements Invocation {}

  /** To do something with a database. */
  record Work(Phase phase, Binding binding, Properties properties) implements Invocation {}
}
