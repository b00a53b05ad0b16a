package dev.tlsbench.experiment.run;

import java.util.Map;

/**
 * What a forked JVM is told, over its standard input: nothing of it, URLs with passwords above all,
 * stands on its command line.
 *
 * @param binding the database, by its name on the command line
 * @param variants the properties of each variant's clients, by its name
 * @param threads how many clients work at a time
 * @param targetPerSecond operations a second of all threads together; 0 for a closed loop
 * @param seed what keys and orders are drawn from
 * @param serverPid the server's process; 0 if it is not on this machine
 */
record ForkSpec(
    String binding,
    Map<String, Map<String, String>> variants,
    int threads,
    double targetPerSecond,
    long seed,
    long serverPid) {

  /** The properties of a variant. */
  Map<String, String> properties(String variant) {
    Map<String, String> properties = variants.get(variant);
    if (properties == null) {
      throw new IllegalArgumentException("there is no variant " + variant);
    }
    return properties;
  }

  /** Names alone: URLs and properties may be secret. */
  @Override
  public String toString() {
    return "ForkSpec[" + binding + ", " + variants.keySet() + "]";
  }
}
