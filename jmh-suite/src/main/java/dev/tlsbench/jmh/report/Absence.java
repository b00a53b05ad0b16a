package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.BenchmarkCell;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

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
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /** Returns benchmark and parameters in one line. */
  public String label() {
    return BenchmarkCell.of("." + benchmark, parameters).label();
  }
}
