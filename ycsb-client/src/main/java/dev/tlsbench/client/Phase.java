package dev.tlsbench.client;

import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Locale;

/** Commands of {@code bin/ycsb}. */
enum Phase {
  /** Insert the records of the workload. */
  LOAD,
  /** Run the operations of the workload. */
  RUN,
  /** Take commands from standard input. */
  SHELL;

  static Phase of(String name) {
    return RunProperties.choice(values(), Phase::id, name, "there is no command '" + name + "'");
  }

  private String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
