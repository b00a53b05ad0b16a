package dev.tlsbench.jmh.report;

import java.util.Map;

/**
 * A benchmark that was not run with a set of parameters, since this JVM or implementation cannot.
 *
 * @param benchmark class and method, such as {@code HandshakeBenchmark.handshake}, with or without
 *     the package; a class alone stands for all of its methods
 * @param parameters the set; a parameter that is missing stands for all of its values
 * @param reason why not, such as {@code not offered by conscrypt: Triple DES}
 */
public record Absence(String benchmark, Map<String, String> parameters, String reason) {
  /**
   * Copies the map.
   *
   * @param benchmark class and method
   * @param parameters the set
   * @param reason why not
   */
  public Absence {
    parameters = Map.copyOf(parameters);
  }

  /** Whether this absence speaks of a benchmark, given as class and method without a package. */
  boolean concerns(String shortName) {
    String dotted = "." + benchmark;
    String type = shortName.substring(0, shortName.indexOf('.'));
    return dotted.endsWith("." + shortName) || dotted.endsWith("." + type);
  }

  /** Whether this absence explains a gap in a table. */
  boolean explains(String shortName, Map<String, String> coordinates) {
    return concerns(shortName)
        && coordinates.entrySet().stream()
            .allMatch(
                entry ->
                    parameters
                        .getOrDefault(entry.getKey(), entry.getValue())
                        .equals(entry.getValue()));
  }
}
