package dev.tlsbench.jmh.report;

import java.util.Map;

/**
 * A cell that this JVM or implementation cannot run.
 *
 * @param benchmark class and method, such as {@code HandshakeBenchmark.handshake}
 * @param parameters values by name
 * @param reason the reason, such as {@code not offered by conscrypt: Triple DES}
 */
public record Absence(String benchmark, Map<String, String> parameters, String reason) {
  /** Copies the map. */
  public Absence {
    parameters = Map.copyOf(parameters);
  }
}
