package dev.tlsbench.client;

import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Locale;

/** Commands of {@code bin/ycsb}. */
enum Phase {
  /** Inserts the records of the workload. */
  LOAD,
  /** Runs the operations of the workload. */
  RUN,
  /** Reads commands from standard input. */
  SHELL;

  static Phase of(String name) {
    return RunProperties.choice(values(), Phase::id, name, "there is no command '" + name + "'");
  }

  private String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
