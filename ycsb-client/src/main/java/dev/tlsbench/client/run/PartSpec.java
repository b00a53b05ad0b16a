package dev.tlsbench.client.run;

import java.util.Map;

/**
 * The task of one executor.
 *
 * @param binding the database, by its name on the command line
 * @param transactions true to run operations, false to insert records
 * @param properties the properties of this part, including file contents
 */
record PartSpec(String binding, boolean transactions, Map<String, String> properties) {
  /** Omits the properties, which may be secret. */
  @Override
  public String toString() {
    return "PartSpec[" + binding + "]";
  }
}
