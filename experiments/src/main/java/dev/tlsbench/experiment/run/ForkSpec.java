package dev.tlsbench.experiment.run;

import dev.tlsbench.experiment.run.Settings.Clients;
import java.util.List;
import java.util.Map;

/**
 * The task of a forked JVM. It is passed over standard input, as URLs with passwords must not be on
 * a command line.
 *
 * @param binding the database, by its name on the command line
 * @param variants the properties of each variant's clients, by its name
 * @param clients the threads
 * @param flushes true if a variant's changes are written to disk before the next one works
 * @param seed of keys and orders
 * @param serverPids the server's processes; empty if they are not visible on this machine
 */
record ForkSpec(
    String binding,
    Map<String, Map<String, String>> variants,
    Clients clients,
    boolean flushes,
    long seed,
    List<Long> serverPids) {

  Map<String, String> properties(String variant) {
    Map<String, String> properties = variants.get(variant);
    if (properties == null) {
      throw new IllegalArgumentException("unknown variant " + variant);
    }
    return properties;
  }

  /** Contains names only: URLs and properties may be secret. */
  @Override
  public String toString() {
    return "ForkSpec[" + binding + ", " + variants.keySet() + "]";
  }
}
