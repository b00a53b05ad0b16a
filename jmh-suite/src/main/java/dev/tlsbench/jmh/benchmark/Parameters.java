package dev.tlsbench.jmh.benchmark;

import java.util.Map;

/** The values that a benchmark is to run with, before there is an instance of it to hold them. */
final class Parameters {
  private final Map<String, String> values;

  Parameters(Map<String, String> values) {
    this.values = values;
  }

  /** The value of a parameter, as the command line has it. */
  String get(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no value for the parameter " + name + " in " + values);
    }
    return value;
  }
}
