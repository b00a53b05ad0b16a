package dev.tlsbench.jmh.report;

import java.util.Map;

/**
 * A benchmark that was not run with a set of parameters, since this JVM or implementation cannot.
 *
 * @param benchmark class and method, such as {@code HandshakeBenchmark.handshake}
 * @param parameters the set; a parameter that is missing stands for all of its values
 * @param reason why not, such as {@code not offered by conscrypt: Triple DES}
 */
public record Absence(String benchmark, Map<String, String> parameters, String reason) {
  /** Copies the map. */
  public Absence {
    parameters = Map.copyOf(parameters);
  }

  /** Returns whether this is the reason for a gap in a table. */
  boolean explains(String table, Map<String, String> coordinates) {
    return benchmark.equals(table)
        && coordinates.entrySet().stream()
            .allMatch(
                entry ->
                    parameters
                        .getOrDefault(entry.getKey(), entry.getValue())
                        .equals(entry.getValue()));
  }
}
