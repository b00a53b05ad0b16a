package dev.tlsbench.client;

import dev.tlsbench.core.InvalidSettingException;

/** Commands of {@code bin/ycsb}. */
enum Phase {
  /** Insert the records of the workload. */
  LOAD,
  /** Run the operations of the workload. */
  RUN,
  /** Take commands from standard input. */
  SHELL;

  static Phase of(String name) {
    return switch (name) {
      case "load" -> LOAD;
      case "run" -> RUN;
      case "shell" -> SHELL;
      default ->
          throw new InvalidSettingException(
              "there is no command '" + name + "'; choose one of load, run, shell");
    };
  }
}
